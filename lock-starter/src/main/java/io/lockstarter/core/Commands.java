package io.lockstarter.core;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.lockstarter.ReleaseMode;
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
import io.lockstarter.store.Turn;
import io.lockstarter.store.Wait;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what a lane wants to be sent, on the calling thread, and takes the outcome back
 * to it, whatever happens: a lane must not wait for an answer that never comes. The time
 * of a command is the time before it was sent.
 */
final class Commands {

	/** Does not want to hear of a reply. */
	static final Consumer<ReleaseReply> NOBODY = (reply) -> {
	};

	private static final Logger logger = LoggerFactory.getLogger(Commands.class);

	private final LockStore store;

	private final MonotonicClock clock;

	private final Executor workers;

	private final AtomicLong unknownEpochs = new AtomicLong();

	private final LongAdder unanswered = new LongAdder();

	/**
	 * Sends to a store.
	 * @param store the lock server
	 * @param clock the clock
	 * @param workers run what the caller does not wait for
	 */
	Commands(LockStore store, MonotonicClock clock, Executor workers) {
		this.store = store;
		this.clock = clock;
		this.workers = workers;
	}

	void acquire(Lane lane, Attempt attempt) {
		long epoch = epoch();
		long sentAt = 0;
		boolean busy = false;
		long fence = 0;
		Contention outcome = Contention.WON;
		StoreException failure = null;
		boolean doubtful = false;
		try {
			long ttl = TimeUnit.NANOSECONDS.toMillis(attempt.ttl());
			sentAt = this.clock.nanos();
			if (attempt.fences() > 0 && !attempt.scripted()) {
				fence = this.store.acquireFenced(lane.key(), attempt.token(), ttl, attempt.fences());
				busy = fence == 0;
			}
			else {
				busy = attempt.scripted() || !this.store.acquire(lane.key(), attempt.token(), ttl);
			}
			if (busy && (attempt.scripted() || attempt.doubted(epoch() != epoch).goesOn(this.clock.nanos()))) {
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
		Attempt sent = attempt.doubted(doubtful || epoch() != epoch);
		Holder holder = outcome.holder();
		if (failure != null) {
			lane.failed(sent, failure, this.clock.nanos());
		}
		else if (busy) {
			lane.busy(sent, this.clock.nanos());
		}
		else if (holder != null) {
			lane.heldBy(sent, holder, outcome.queued(), sentAt, this.clock.nanos());
		}
		else {
			lane.won(sent.fenced(fence), sentAt);
		}
	}

	/** The store's epoch; where it cannot tell, one that is like no other. */
	private long epoch() {
		try {
			return this.store.epoch();
		}
		catch (Throwable ex) {
			return this.unknownEpochs.decrementAndGet();
		}
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
	 * Leaves a hold. If that was the last time it was entered, the lease is handed on, or
	 * released.
	 * @param hold the hold
	 * @param then is given the reply, perhaps later and on another thread; not if the
	 * hold goes on, or was over before
	 */
	void release(Hold hold, Consumer<ReleaseReply> then) {
		Leaving leaving = hold.tenure().release(hold, this.clock.nanos());
		if (leaving instanceof Leaving.Send send && hold.terms().release() == ReleaseMode.ASYNC) {
			sendAsync(hold, send.release(), then);
		}
		else if (leaving instanceof Leaving.Send send) {
			then.accept(send(hold, send.release()));
		}
		else if (leaving instanceof Leaving.GiveWay way) {
			then.accept(giveWay(hold, way));
		}
		else if (leaving == Leaving.HANDED_ON) {
			then.accept(ReleaseReply.RELEASED);
		}
	}

	private void sendAsync(Hold hold, Release release, Consumer<ReleaseReply> then) {
		long epoch = epoch();
		boolean inOrder = false;
		CompletionStage<ReleaseReply> reply;
		try {
			reply = this.store.releaseAsync(release, this.workers);
			inOrder = this.store.sendsInOrder();
		}
		catch (Throwable ex) {
			reply = CompletableFuture.failedStage(ex);
		}
		if (inOrder) {
			this.unanswered.increment();
			hold.tenure().sent();
		}
		boolean goesOn = inOrder;
		var unused = reply.whenComplete((answer, failure) -> {
			ReleaseReply known = (answer != null) ? answer : ReleaseReply.FAILED;
			boolean reconnected = epoch() != epoch;
			try {
				if (failure != null) {
					unconfirmed(release, failure);
				}
			}
			finally {
				if (goesOn) {
					hold.tenure().answered(hold, release, known, reconnected, this.clock.nanos());
					this.unanswered.decrement();
				}
				else {
					hold.tenure().released(hold, release, known, reconnected, this.clock.nanos());
				}
			}
			if (then != NOBODY) {
				// The application must not run on a thread of the client's.
				this.workers.execute(() -> then.accept(known));
			}
		});
	}

	/** How many releases are not answered yet, whose lane does not wait for it. */
	int unanswered() {
		return this.unanswered.intValue();
	}

	private ReleaseReply send(Hold hold, Release release) {
		long epoch = epoch();
		ReleaseReply reply = ReleaseReply.FAILED;
		try {
			reply = uninterrupted(() -> this.store.release(release));
		}
		catch (Throwable ex) {
			unconfirmed(release, ex);
		}
		finally {
			hold.tenure().released(hold, release, reply, epoch() != epoch, this.clock.nanos());
		}
		return reply;
	}

	private ReleaseReply giveWay(Hold hold, Leaving.GiveWay way) {
		Release release = way.release();
		long epoch = epoch();
		long sentAt = this.clock.nanos();
		Turn turn = Turn.over(ReleaseReply.FAILED);
		try {
			Wait wait = hold.tenure().waitOf(way.next());
			turn = uninterrupted(() -> this.store.giveWay(release.key(), release.token(),
					TimeUnit.NANOSECONDS.toMillis(way.ttl()), way.next().token(), wait));
		}
		catch (Throwable ex) {
			unconfirmed(release, ex);
		}
		finally {
			hold.tenure().gaveWay(hold, way, turn, epoch() != epoch, sentAt, this.clock.nanos());
		}
		return (turn.released() != null) ? turn.released() : ReleaseReply.RELEASED;
	}

	private static void unconfirmed(Release release, Throwable failure) {
		logger.warn("Release of lock '{}' is not confirmed, it is repeated in the background: {}", release.key(),
				failure.toString());
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
