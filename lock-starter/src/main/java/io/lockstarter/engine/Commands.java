package io.lockstarter.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.HeldLease;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the commands of a lane, and always reports their outcome to it. The blocking
 * forms send on the calling thread. The asynchronous forms never block it.
 */
final class Commands {

	private static final Logger logger = LoggerFactory.getLogger(Commands.class);

	private final LockStore store;

	private final AsyncLockStore async;

	private final Executor workers;

	private final MonotonicClock clock;

	private final LongSupplier epochs = this::epoch;

	/** Replaces the epoch when the store fails to return it. Each value is unique. */
	private final AtomicLong unknownEpoch = new AtomicLong();

	Commands(LockStore store, EngineRuntime runtime) {
		this.store = store;
		this.workers = runtime.workers();
		this.async = store.async(this.workers);
		this.clock = runtime.clock();
	}

	/**
	 * Sends an attempt. Its wait for a connection is limited by the time that its waiter
	 * waits.
	 * @param lane the lane
	 * @param attempt the attempt
	 */
	void acquire(Lane lane, Attempt attempt) {
		AttemptCall call = new AttemptCall(lane, attempt, this.clock, this.epochs);
		try {
			this.store.within(timeLeft(attempt), () -> send(call, lane, attempt));
		}
		catch (Throwable ex) { // the lane must not wait for a reply
			call.failed(ex);
		}
		call.conclude();
	}

	/** Returns how long the caller still wants to wait. */
	private long timeLeft(Attempt attempt) {
		long deadline = attempt.waiter().deadline();
		return (deadline == MonotonicClock.NEVER && attempt.waiter().terms().triesOnce()) ? 0
				: deadline - this.clock.nanos();
	}

	/** Returns whether the store has a connection, so that a command is sent at once. */
	boolean isConnected() {
		try {
			return this.store.isConnected();
		}
		catch (RuntimeException ex) { // the client is being stopped
			return true;
		}
	}

	private void send(AttemptCall call, Lane lane, Attempt attempt) {
		try {
			long ttl = TimeUnit.NANOSECONDS.toMillis(attempt.ttl());
			call.sending();
			if (!call.yields(this.store)) {
				if (attempt.scripted()) {
					call.skipsPlainCommand();
				}
				else if (attempt.fences() > 0) {
					call.acquiredFenced(this.store.acquireFenced(lane.key(), attempt.token(), ttl, attempt.fences()));
				}
				else {
					call.acquired(this.store.acquire(lane.key(), attempt.token(), ttl));
				}
			}
			if (call.continuesByScript()) {
				QueueRequest wait = lane.queueRequest(attempt);
				// The script sets the ttl again: rule B (ownership by script).
				call.sending();
				call.contended(this.store.contend(lane.key(), attempt.token(), ttl, wait));
			}
		}
		catch (Throwable ex) {
			call.failed(ex);
		}
	}

	/**
	 * Sends an attempt from a worker. It does not block the worker if the store has an
	 * asynchronous form. The stage completes after the lane has the outcome.
	 */
	CompletionStage<?> acquireAsync(Lane lane, Attempt attempt) {
		if (!this.async.isReady()) {
			acquire(lane, attempt);
			return done();
		}
		AttemptCall call = new AttemptCall(lane, attempt, this.clock, this.epochs);
		CompletionStage<?> sent;
		try {
			AsyncLockStore bounded = this.async.within(timeLeft(attempt));
			sent = sendFirst(call, bounded, lane, attempt)
				.thenCompose((first) -> call.continuesByScript() ? contendSoon(call, bounded, lane, attempt) : done());
		}
		catch (Throwable ex) {
			sent = CompletableFuture.failedStage(ex);
		}
		return sent.handle((reply, failure) -> {
			if (failure != null) {
				call.failed(failure);
			}
			call.conclude();
			return null;
		});
	}

	/**
	 * Sends an attempt without waiting for the reply, so that attempts for several locks
	 * are in flight together. If the store has no asynchronous form, a worker waits.
	 */
	CompletionStage<?> acquireTogether(Lane lane, Attempt attempt) {
		if (this.async.isReady()) {
			return acquireAsync(lane, attempt);
		}
		try {
			return CompletableFuture.runAsync(() -> acquire(lane, attempt), this.workers);
		}
		catch (Throwable ex) { // no thread can be started
			acquire(lane, attempt);
			return done();
		}
	}

	private CompletionStage<?> sendFirst(AttemptCall call, AsyncLockStore bounded, Lane lane, Attempt attempt) {
		long ttl = TimeUnit.NANOSECONDS.toMillis(attempt.ttl());
		call.sending();
		if (call.yields(this.store)) {
			return done();
		}
		if (attempt.scripted()) {
			call.skipsPlainCommand();
			return done();
		}
		if (attempt.fences() > 0) {
			return bounded.acquireFenced(lane.key(), attempt.token(), ttl, attempt.fences())
				.thenAccept(call::acquiredFenced);
		}
		return bounded.acquire(lane.key(), attempt.token(), ttl).thenAccept(call::acquired);
	}

	/**
	 * Sends the script on a worker, not on the client's thread: sending may need a lock
	 * of the client.
	 */
	private CompletionStage<Void> contendSoon(AttemptCall call, AsyncLockStore bounded, Lane lane, Attempt attempt) {
		return CompletableFuture.supplyAsync(() -> contend(call, bounded, lane, attempt), this.workers)
			.thenCompose(Function.identity());
	}

	private static CompletionStage<Void> contend(AttemptCall call, AsyncLockStore bounded, Lane lane, Attempt attempt) {
		QueueRequest wait = lane.queueRequest(attempt);
		call.sending();
		return bounded.contend(lane.key(), attempt.token(), TimeUnit.NANOSECONDS.toMillis(attempt.ttl()), wait)
			.thenAccept(call::contended);
	}

	private static CompletionStage<Void> done() {
		return CompletableFuture.completedStage(null);
	}

	/**
	 * Renews a lease for the waiter that takes it over.
	 * @param lane the lane
	 * @param step the prolongation
	 */
	void prolong(Lane lane, AcquireStep.Prolongation step) {
		long sentAt = this.clock.nanos();
		RenewReply reply = RenewReply.FAILED;
		HeldLease lease = step.lease();
		long ttl = TimeUnit.NANOSECONDS.toMillis(step.ttl());
		try {
			reply = (step.fences() == 0) ? this.store.renew(List.of(new Renewal(lease, ttl))).get(0)
					: step.fenced(this.store.fence(lease.key(), lease.token(), ttl, step.fences()));
		}
		catch (Throwable ex) {
			notProlonged(lane, ex);
		}
		finally {
			lane.prolonged(lease, reply, sentAt, step.ttl());
		}
	}

	/** Renews a lease from a worker, as {@link #acquireAsync}. */
	CompletionStage<?> prolongAsync(Lane lane, AcquireStep.Prolongation step) {
		if (!this.async.isReady()) {
			prolong(lane, step);
			return done();
		}
		long sentAt = this.clock.nanos();
		HeldLease lease = step.lease();
		long ttl = TimeUnit.NANOSECONDS.toMillis(step.ttl());
		CompletionStage<RenewReply> sent;
		try {
			sent = (step.fences() == 0)
					? this.async.renew(List.of(new Renewal(lease, ttl))).thenApply((replies) -> replies.get(0))
					: this.async.fence(lease.key(), lease.token(), ttl, step.fences()).thenApply(step::fenced);
		}
		catch (Throwable ex) {
			sent = CompletableFuture.failedStage(ex);
		}
		return sent.handle((reply, failure) -> {
			if (failure != null) {
				notProlonged(lane, failure);
			}
			lane.prolonged(lease, (reply != null) ? reply : RenewReply.FAILED, sentAt, step.ttl());
			return null;
		});
	}

	/**
	 * Returns the epoch of the store, or a unique value if the store fails to return it.
	 */
	long epoch() {
		try {
			return this.store.epoch();
		}
		catch (Throwable ex) {
			return this.unknownEpoch.decrementAndGet();
		}
	}

	private static void notProlonged(Lane lane, Throwable failure) {
		logger.debug(
				"Lock '{}' could not be renewed for the next waiting caller. The lock is released, and the caller asks "
						+ "the lock server again.",
				lane.key(), failure);
	}

	/**
	 * Takes a fencing number for a hold that has none, for a nested request.
	 * @param hold the hold
	 */
	void fence(Hold hold) {
		HeldLease lease = hold.lease();
		long ttl = lease.ttl();
		long sentAt = this.clock.nanos();
		long number = uninterrupted(
				() -> this.store.fence(lease.key(), lease.token(), TimeUnit.NANOSECONDS.toMillis(ttl), 1));
		hold.lane().fenced(hold, number, sentAt, ttl, this.clock.nanos());
	}

	/**
	 * Extends a hold.
	 * @param hold the hold
	 * @param ttl the time from now, in nanoseconds
	 */
	void extend(Hold hold, long ttl) {
		hold.lane().ttlSent(hold, ttl);
		long sentAt = this.clock.nanos();
		Renewal renewal = new Renewal(hold.lease(), TimeUnit.NANOSECONDS.toMillis(ttl));
		RenewReply reply = uninterrupted(() -> this.store.renew(List.of(renewal))).get(0);
		if (reply == RenewReply.FAILED) {
			throw new StoreException(Outcome.UNKNOWN, "The lock server did not confirm the extension of lock '"
					+ hold.lease().key() + "'. The lock ends at the same time as before. Try again.", null);
		}
		hold.lane().extended(hold, reply, sentAt, ttl, this.clock.nanos());
	}

	/**
	 * Runs a command and keeps an interrupt for later, since clients fail on an
	 * interrupted thread.
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

}
