package io.lockstarter.lane;

import java.util.concurrent.TimeUnit;

import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.QueueRequest;
import org.jspecify.annotations.Nullable;

/**
 * Represents the entry of a lane in the queue of instances. It knows whether the entry
 * was granted the key. Guarded by the lane's lock.
 */
public final class QueueEntry {

	private static final long UNKNOWN_TICKET = -1;

	private @Nullable Attempt attempt;

	/** The time before the last command that put or kept the entry in the queue. */
	private long queuedAt;

	/** The ticket in the last reply that found the entry in the queue. */
	private long ticket;

	private boolean granted;

	/** The ticket of a grant that arrived while a command was in flight, or zero. */
	private long earlyGrant;

	/** The fencing number of the last grant, or zero. */
	private long fence;

	/**
	 * Returns the attempt that is in the queue, as far as we know.
	 * @return the attempt, or {@code null} if there is none
	 */
	@Nullable Attempt attempt() {
		return this.attempt;
	}

	long queuedAt() {
		return this.queuedAt;
	}

	/**
	 * Handles a reply that found the attempt in the queue.
	 * @param queued the attempt
	 * @param place its place
	 * @param sentAt the time before the command was sent
	 * @return {@code false} if a grant with another ticket arrived meanwhile, so that the
	 * lane must ask again
	 */
	boolean confirm(Attempt queued, QueuePlace place, long sentAt) {
		this.attempt = queued;
		this.queuedAt = sentAt;
		this.ticket = place.ticket();
		boolean same = true;
		if (this.earlyGrant != 0) {
			same = this.earlyGrant == this.ticket;
			this.granted = same;
			this.earlyGrant = 0;
		}
		return same;
	}

	/**
	 * Handles a command without a reply. The command may or may not have changed the ttl
	 * of the entry. The shorter of the old and the new ttl is assumed.
	 * @param sent the attempt that was sent
	 * @return {@code false} if there was no entry
	 */
	boolean replyLost(Attempt sent) {
		Attempt known = this.attempt;
		if (known == null) {
			return false;
		}
		this.attempt = (sent.ttl() < known.ttl()) ? sent
				: known.withLongestTtl(sent.sent().longestTtl()).unconfirmedIf(sent.sent().unconfirmed());
		this.granted |= this.earlyGrant == this.ticket;
		this.earlyGrant = 0;
		return true;
	}

	/** Stores a grant that arrives while a command is in flight. */
	void grantEarly(long ticket, long fence) {
		this.fence = fence;
		this.earlyGrant = (ticket != 0) ? ticket : UNKNOWN_TICKET;
	}

	boolean wasGrantedEarly() {
		return this.earlyGrant != 0;
	}

	/**
	 * Handles a grant. It counts only if the last reply has the same ticket. Then the
	 * grant is newer than that reply, and its ttl may be counted from the time before
	 * that command.
	 * @param ticket the ticket of the grant
	 * @param fence the fencing number of the grant, or zero
	 * @return whether the grant counts
	 */
	boolean grant(long ticket, long fence) {
		this.fence = fence;
		this.granted |= ticket == this.ticket;
		return ticket == this.ticket;
	}

	/** Returns the attempt if it was granted the key. */
	@Nullable Attempt granted() {
		Attempt queued = this.attempt;
		return (this.granted && queued != null) ? queued.fenced(this.fence) : null;
	}

	/** Returns how an attempt queues, or {@code null} if it tries only once. */
	static @Nullable QueueRequest queueRequest(Attempt attempt, LaneCallbacks callbacks) {
		if (attempt.waiter().terms().triesOnce()) {
			return null;
		}
		return new QueueRequest(TimeUnit.NANOSECONDS.toMillis(grant(attempt.ttl(), callbacks)),
				TimeUnit.NANOSECONDS.toMillis(3 * callbacks.longestSleep()), attempt.queued(), callbacks.subscribed());
	}

	/**
	 * Returns the ttl of a grant. It is long enough if the instance misses two wake-ups,
	 * but short enough if the instance has crashed.
	 */
	public static long grant(long ttl, LaneCallbacks callbacks) {
		return Math.min(ttl, 5 * callbacks.longestSleep());
	}

	/**
	 * Returns how long to sleep. The lane asks again while enough of a possible grant is
	 * left.
	 */
	static long sleep(LaneCallbacks callbacks, @Nullable Attempt queued, long backoff) {
		long longest = (queued != null) ? Math.min(callbacks.longestSleep(), grant(queued.ttl(), callbacks) / 2) : 0;
		return callbacks.subscribed() ? longest : Math.min(backoff, longest);
	}

}
