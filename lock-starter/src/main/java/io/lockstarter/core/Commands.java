package io.lockstarter.core;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.Wait;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what a lane wants to be sent, on the calling thread, and takes the outcome back
 * to it, whatever happens: a lane must not wait for an answer that never comes. The time
 * of a command is the time before it was sent.
 */
final class Commands {

	private static final Logger logger = LoggerFactory.getLogger(Commands.class);

	private final LockStore store;

	private final MonotonicClock clock;

	private final Epochs epochs;

	private final Releases releases;

	/**
	 * Sends to a store.
	 * @param store the lock server
	 * @param clock the clock
	 * @param workers run what the caller does not wait for
	 */
	Commands(LockStore store, MonotonicClock clock, Executor workers) {
		this(store, clock, workers, workers);
	}

	/**
	 * Sends to a store.
	 * @param store the lock server
	 * @param clock the clock
	 * @param workers run what the caller does not wait for
	 * @param results run what must not wait for the workers
	 */
	Commands(LockStore store, MonotonicClock clock, Executor workers, Executor results) {
		this.store = store;
		this.clock = clock;
		this.epochs = new Epochs(store);
		this.releases = new Releases(store, this.epochs, clock, workers, results);
	}

	/**
	 * Sends an attempt. It waits for a connection no longer than its waiter waits.
	 * @param lane the lane
	 * @param attempt what to do
	 */
	void acquire(Lane lane, Attempt attempt) {
		this.store.within(attempt.waiter().deadline() - this.clock.nanos(), () -> send(lane, attempt));
	}

	private void send(Lane lane, Attempt attempt) {
		long epoch = this.epochs.now();
		long sentAt = 0;
		boolean busy = false;
		long fence = 0;
		Contention outcome = Contention.WON;
		StoreException failure = null;
		boolean doubtful = false;
		try {
			long ttl = TimeUnit.NANOSECONDS.toMillis(attempt.ttl());
			sentAt = this.clock.nanos();
			long others = yieldMillis(lane, attempt, sentAt);
			if (others > 0) {
				outcome = new Contention(new Holder(Release.TOMBSTONE, others));
			}
			else if (attempt.fences() > 0 && !attempt.scripted()) {
				fence = this.store.acquireFenced(lane.key(), attempt.token(), ttl, attempt.fences());
				busy = fence == 0;
			}
			else {
				busy = attempt.scripted() || !this.store.acquire(lane.key(), attempt.token(), ttl);
			}
			if (busy && (attempt.scripted()
					|| attempt.doubted(this.epochs.now() != epoch).goesOn(this.clock.nanos()))) {
				busy = false;
				Wait wait = lane.waitOf(attempt);
				// Validity counts from before this send, since the script sets the ttl
				// anew (rule B).
				sentAt = this.clock.nanos();
				outcome = this.store.contend(lane.key(), attempt.token(), ttl, wait);
			}
		}
		catch (StoreException ex) {
			failure = ex;
		}
		catch (Throwable ex) { // an Error of the client's too: it is the caller's to see,
								// by its cause
			failure = unexpected(lane.key(), ex);
			doubtful = true;
		}
		Attempt sent = attempt.doubted(doubtful || this.epochs.now() != epoch);
		Holder holder = outcome.holder();
		if (failure != null) {
			lane.failed(sent, failure, this.clock.nanos());
		}
		else if (busy) {
			lane.busy(sent, this.clock.nanos());
		}
		else if (holder != null) {
			lane.heldBy(sent, holder, outcome.place(), sentAt, this.clock.nanos());
		}
		else {
			lane.won(sent.fenced(fence), sentAt);
		}
	}

	/**
	 * How long others are to be let in first; not by a caller who cannot wait so long.
	 */
	private long yieldMillis(Lane lane, Attempt attempt, long now) {
		Waiter waiter = attempt.waiter();
		long millis = waiter.terms().triesOnce() ? 0 : this.store.yieldMillis(lane.key(), attempt.token());
		return (MonotonicClock.plus(now, TimeUnit.MILLISECONDS.toNanos(2 * millis)) < waiter.deadline()) ? millis : 0;
	}

	/**
	 * Renews a lease for the waiter that it is handed on to.
	 * @param lane the lane
	 * @param step what to do
	 */
	void prolong(Lane lane, Step.Prolongation step) {
		RenewReply reply = RenewReply.FAILED;
		long sentAt = this.clock.nanos();
		try {
			reply = prolong(step.lease(), TimeUnit.NANOSECONDS.toMillis(step.ttl()), step.fences());
		}
		catch (Throwable ex) {
			logger.debug("Lock '{}' could not be renewed to hand it on; it is released", lane.key(), ex);
		}
		finally {
			lane.prolonged(step.lease(), reply, sentAt, step.ttl());
		}
	}

	private RenewReply prolong(HeldLease lease, long ttlMillis, int fences) {
		if (fences == 0) {
			return this.store.renew(List.of(new Renewal(lease, ttlMillis))).get(0);
		}
		long first = this.store.fence(lease.key(), lease.token(), ttlMillis, fences);
		lease.fenced(first, fences);
		return (first > 0) ? RenewReply.RENEWED : RenewReply.NOT_MINE;
	}

	/**
	 * Takes a fencing number for a hold that has none, since a nested request wants one.
	 * @param hold the hold
	 */
	void fence(Hold hold) {
		HeldLease lease = hold.lease();
		long ttl = lease.ttl();
		long sentAt = this.clock.nanos();
		long number = uninterrupted(
				() -> this.store.fence(lease.key(), lease.token(), TimeUnit.NANOSECONDS.toMillis(ttl), 1));
		hold.tenure().fenced(hold, number, sentAt, ttl, this.clock.nanos());
	}

	/**
	 * Leaves a hold.
	 * @param hold the hold
	 * @param then is given the reply, as {@link Releases} says
	 */
	void release(Hold hold, Consumer<ReleaseReply> then) {
		this.releases.release(hold, then);
	}

	/** The same, without waiting for the reply. */
	CompletionStage<?> releaseAsync(Hold hold, Consumer<ReleaseReply> then) {
		return this.releases.releaseAsync(hold, then);
	}

	/** How many releases are not answered yet, whose lane does not wait for it. */
	int unanswered() {
		return this.releases.unanswered();
	}

	/**
	 * Makes a hold last for longer.
	 * @param hold the hold
	 * @param ttl the time from now, in nanoseconds
	 */
	void extend(Hold hold, long ttl) {
		hold.tenure().mayLast(hold, ttl);
		long sentAt = this.clock.nanos();
		Renewal renewal = new Renewal(hold.lease(), TimeUnit.NANOSECONDS.toMillis(ttl));
		RenewReply reply = uninterrupted(() -> this.store.renew(List.of(renewal))).get(0);
		if (reply == RenewReply.FAILED) {
			throw new StoreException(Outcome.UNKNOWN,
					"The lock server did not extend lock '" + hold.lease().key() + "'; it ends as before", null);
		}
		hold.tenure().extended(hold, reply, sentAt, ttl, this.clock.nanos());
	}

	/**
	 * Runs a command as if the thread were not interrupted: a client would fail on it.
	 */
	static <T> T uninterrupted(Supplier<T> command) {
		boolean interrupted = Thread.interrupted();
		try {
			return command.get();
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private static StoreException unexpected(String key, Throwable cause) {
		return new StoreException(Outcome.REFUSED,
				"the client of the lock server failed on lock '" + key + "': " + cause, cause);
	}

}
