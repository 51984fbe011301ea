package io.lockstarter.lane;

import java.util.concurrent.TimeUnit;

import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.store.ClockMargin;
import io.lockstarter.store.Lease;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import org.jspecify.annotations.Nullable;

/**
 * Holds a lease and the time until which it is provably ours. It is calculated from the
 * moment before the command was sent. A margin for clock differences is subtracted.
 * Written under its lane's lock, read by any thread.
 */
public final class HeldLease implements Lease {

	/**
	 * A renewed lease with this much time left is enough for a new holder: the watchdog
	 * renews it before it ends.
	 */
	private static final long SOON = TimeUnit.SECONDS.toNanos(5);

	/**
	 * The start of the current series of hand-offs inside this instance.
	 */
	private long handedOnSince = MonotonicClock.NEVER;

	/** The number of hand-offs since then. */
	private int handOffs;

	/**
	 * The time at which the head of the queue last took the lease: a slice began then.
	 */
	private long sliceSince = MonotonicClock.PAST;

	/** The waiter for which the ttl was last set. */
	private @Nullable Waiter ttlSetFor;

	private boolean confirmed = true;

	private volatile long ttl;

	private volatile SentToken sent;

	private final RenewalSchedule renewals;

	private volatile boolean exposed;

	private volatile long deadline;

	/** The next fencing number that no hold has yet. */
	private long nextFence;

	/** The number after the last fencing number. */
	private long endOfFences;

	private HeldLease(Attempt attempt, long sentAt, long ttl, @Nullable Waiter ttlSetFor) {
		this.sent = attempt.sent();
		this.ttlSetFor = ttlSetFor;
		this.ttl = attempt.ttl();
		this.deadline = deadline(sentAt, ttl);
		this.renewals = new RenewalSchedule(attempt.waiter().terms().renewEvery(), sentAt, ttl);
		fenced(attempt.firstFence(), attempt.fences());
	}

	/** Creates the lease of an attempt whose own command has taken the key. */
	static HeldLease acquired(Attempt attempt, long sentAt) {
		return new HeldLease(attempt, sentAt, attempt.ttl(), attempt.waiter());
	}

	/**
	 * Creates the lease of an attempt whose token was granted the key.
	 * @param attempt the attempt
	 * @param since a time before it was granted
	 * @param ttl the ttl of the grant, which may be shorter than the requested one
	 * @param confirmed {@code false}: the lease counts only after a renewal
	 * @return the lease
	 */
	static HeldLease granted(Attempt attempt, long since, long ttl, boolean confirmed) {
		HeldLease lease = new HeldLease(attempt, since, ttl, null);
		lease.confirmed = confirmed;
		return lease;
	}

	/**
	 * Returns the time until which a key is provably ours after a command has set its
	 * ttl.
	 * @param sentAt the time before the command was sent
	 * @param ttl the ttl that it set
	 * @return the time
	 */
	public static long deadline(long sentAt, long ttl) {
		return MonotonicClock.plus(sentAt, ttl - ttl * ClockMargin.PERCENT / 100 - ClockMargin.FIXED);
	}

	@Override
	public String key() {
		return this.sent.key();
	}

	@Override
	public String token() {
		return this.sent.token();
	}

	/**
	 * Starts the hold of the head of the queue, and a slice. The time of hand-offs counts
	 * from the first hold.
	 */
	void beginInTurn(long now) {
		this.handedOnSince = Math.min(this.handedOnSince, now);
		this.sliceSince = now;
	}

	/**
	 * Counts a hand-off. Returns {@code false} if other instances must get their turn
	 * first.
	 */
	boolean handOn(HandOffSettings bounds, long now) {
		boolean within = mayHandOn(bounds, 1, now);
		this.handOffs += within ? 1 : 0;
		return within;
	}

	/**
	 * Returns whether another hand-off is within the limits.
	 * @param places the number of places in the queue that share the longest time
	 */
	boolean mayHandOn(HandOffSettings bounds, int places, long now) {
		return this.handOffs < bounds.maxConsecutive()
				&& now < MonotonicClock.plus(this.handedOnSince, bounds.maxDuration().toNanos() / places);
	}

	/** Starts to count hand-offs from zero, since no other instance wants the key. */
	void keptByInstance(long now) {
		this.handedOnSince = now;
		this.handOffs = 0;
		endSlice();
	}

	int handOffs() {
		return this.handOffs;
	}

	/** Serves only the head of the queue until it has taken the lease. */
	void endSlice() {
		this.sliceSince = MonotonicClock.PAST;
	}

	/**
	 * Returns the time until which a new caller may take the offered lease before the
	 * waiting ones.
	 */
	long sliceEnd(HandOffSettings bounds) {
		// Without a slice, also a caller that has read the clock earlier is too late.
		boolean slices = this.sliceSince != MonotonicClock.PAST && !bounds.slice().isZero();
		return slices ? MonotonicClock.plus(this.sliceSince, bounds.slice().toNanos()) : MonotonicClock.PAST;
	}

	/**
	 * Returns whether a new caller may take the offered lease before the waiting ones. A
	 * caller with a minimum hold may not, since it would keep them waiting for longer
	 * than a slice. A caller that needs a fencing number may not: at this rate, the
	 * numbers would pass the clock of the lock server.
	 */
	boolean mayBeTakenOutOfTurn(Waiter caller, HandOffSettings bounds, long now) {
		Waiter.Terms terms = caller.terms();
		return now < sliceEnd(bounds) && now < this.deadline && terms.minHold() == 0 && !terms.fence()
				&& suffices(caller, now);
	}

	/**
	 * Notes that the application knows the token. The lease must then be released at the
	 * end of this hold, and not be given to the next caller: rule C (exposed tokens).
	 */
	public void expose() {
		this.exposed = true;
	}

	boolean exposed() {
		return this.exposed;
	}

	/**
	 * Returns whether enough of the lease is left for a caller that takes it.
	 * @param head the caller
	 * @param now the time
	 * @return {@code false}: renew it first
	 */
	boolean suffices(Waiter head, long now) {
		Waiter.Terms terms = head.terms();
		// The watchdog prolongs a renewed lease soon. A fixed one needs its ttl now.
		long enough = terms.renew() ? Math.min(terms.ttl() / 2, SOON) : terms.ttl() - terms.ttl() / 10;
		// If the ttl was just set for this caller, another command adds nothing.
		boolean lasts = this.ttlSetFor == head || this.deadline - now >= enough;
		return lasts && this.confirmed && (!terms.fence() || this.nextFence < this.endOfFences);
	}

	/**
	 * Returns whether enough time is left to hand the lease on and to renew it in time.
	 */
	boolean lasts(long now) {
		return this.deadline - now > Math.min(this.ttl, this.renewals.setTtl()) / 10;
	}

	/** Stores the fencing numbers that were taken; has no effect if there are none. */
	void fenced(long first, int count) {
		if (first > 0) {
			this.nextFence = first;
			this.endOfFences = first + count;
		}
	}

	/** Returns the next fencing number, for one hold. */
	long takeFence() {
		return this.nextFence++;
	}

	/** Returns the command that gives the key back. */
	Release release(long keepMillis) {
		return new Release(key(), token(), keepMillis, lastFence());
	}

	/** Returns the highest fencing number that was taken with the lease, or zero. */
	long lastFence() {
		return Math.max(0, this.endOfFences - 1);
	}

	/** Notes that a command is about to set the ttl for this caller. */
	void prolongingFor(Waiter head) {
		this.ttlSetFor = head;
		ttlSent(head.terms().ttl());
	}

	/** Renews the lease from now on as this caller requests. */
	void takenBy(Waiter.Terms terms) {
		ttlSent(terms.ttl());
		if (this.ttl != terms.ttl() || this.renewals.interval() != terms.renewEvery()) {
			this.ttl = terms.ttl();
			this.renewals.changed(terms.renewEvery(), this.ttl, this.deadline);
		}
	}

	public long ttl() {
		return this.ttl;
	}

	/**
	 * Returns the token that may be in the lock server, also after the end of the lease:
	 * rule D (unconfirmed tokens).
	 */
	public SentToken sent() {
		return this.sent;
	}

	/** Records the ttl before it is sent. It counts even if no reply arrives. */
	void ttlSent(long ttl) {
		this.sent = this.sent.withLongestTtl(ttl);
	}

	public long deadline() {
		return this.deadline;
	}

	RenewalSchedule renewals() {
		return this.renewals;
	}

	public void renewed(long sentAt, long ttl) {
		this.confirmed = true;
		long end = deadline(sentAt, ttl);
		// A shorter ttl changes nothing: rule A (no shorter ttl), rule H (renewal
		// replies).
		if (end > this.deadline) {
			this.deadline = end;
			this.renewals.succeeded(sentAt, ttl);
		}
	}

	/**
	 * A token that was sent to the lock server, and the time for which it may be there.
	 *
	 * @param key the key
	 * @param token the token
	 * @param longestTtl the longest ttl that was sent with it, with or without a reply,
	 * in nanoseconds
	 * @param unconfirmed whether a command that creates the token may still be applied
	 * later, whatever the reply was: rule D (unconfirmed tokens)
	 */
	public record SentToken(String key, String token, long longestTtl, boolean unconfirmed) {

		SentToken unconfirmedIf(boolean condition) {
			return (condition && !this.unconfirmed) ? new SentToken(this.key, this.token, this.longestTtl, true) : this;
		}

		/** Returns this token after a ttl was sent with it. */
		SentToken withLongestTtl(long ttl) {
			return (ttl > this.longestTtl) ? new SentToken(this.key, this.token, ttl, this.unconfirmed) : this;
		}

	}

}
