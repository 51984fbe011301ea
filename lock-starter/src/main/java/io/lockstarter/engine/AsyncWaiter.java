package io.lockstarter.engine;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Refusals;
import io.lockstarter.lane.Waiter;
import io.lockstarter.lane.Waiter.Terms;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a lock on behalf of a future. The owner is not a thread: each request is an
 * owner of its own, or the caller names an owner that requests share. The waiter runs its
 * own steps on a worker thread, never on two at once. Commands are asynchronous. A sleep
 * is a timer task. Its deadline and its cancellation need no worker, since all workers
 * may be waiting for the lock server.
 */
final class AsyncWaiter extends Waiter implements Runnable {

	private static final CompletableFuture<LockHandle> DELIVERED = CompletableFuture
		.failedFuture(new CancellationException());

	private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

	private final Environment environment;

	private volatile CompletableFuture<LockHandle> future = new CompletableFuture<>();

	/**
	 * The number of unhandled signals. It starts at 1, so that {@code signal()} does not
	 * run the waiter before {@link #start}.
	 */
	private final AtomicInteger signals = new AtomicInteger(1);

	private volatile Runnable cancelAlarm = () -> {
	};

	private volatile Runnable cancelDeadline = () -> {
	};

	/** It needs a worker, but no thread could be started. */
	private volatile boolean rejected;

	private boolean done;

	private boolean waits;

	private volatile boolean silent;

	/** The reason why a command was not sent or its outcome not reported to the lane. */
	private volatile @Nullable Throwable failure;

	AsyncWaiter(Object owner, Terms terms, Environment environment) {
		this(owner, terms, environment.runtime().clock().nanos(), environment);
	}

	private AsyncWaiter(Object owner, Terms terms, long now, Environment environment) {
		this(owner, terms, now, terms.deadline(now), environment);
	}

	/**
	 * Creates a waiter for one of several locks, which share the time at which they were
	 * asked for.
	 */
	AsyncWaiter(Object owner, Terms terms, long askedAt, long deadline, Environment environment) {
		super(owner, terms, askedAt, deadline);
		this.environment = environment;
		environment.lanes().ask(this);
	}

	/**
	 * Creates a waiter that tries once for one of several locks. Its refusal is no event,
	 * since the caller may wait for the lock after it.
	 */
	static AsyncWaiter ofSeveral(Object owner, Terms terms, long askedAt, long deadline, Environment environment) {
		AsyncWaiter waiter = new AsyncWaiter(owner, terms, askedAt, deadline, environment);
		waiter.silent = true;
		waiter.sleepsQuietly();
		return waiter;
	}

	CompletableFuture<LockHandle> start() {
		CompletableFuture<LockHandle> started = this.future;
		if (settled() && !isNested()) { // at once, also if the workers have ended
			try {
				settle();
			}
			catch (RuntimeException | Error ex) {
				fail(ex);
			}
			return started;
		}
		try {
			this.cancelDeadline = this.environment.runtime().timer().at(lastMoment(), this::timeOut);
			var unused = started.whenComplete((handle, failure) -> {
				this.cancelDeadline.run();
				lane().abandon(this, Refusals.cancelled(terms().key()));
			});
			runSoon();
		}
		catch (RuntimeException | Error ex) {
			lane().abandon(this, Refusals.cancelled(terms().key()));
			throw ex;
		}
		return started;
	}

	/** Returns whether its handle may need a command, which must not block the caller. */
	private boolean isNested() {
		Hold hold = hold();
		return hold != null && hold.waiter() != this;
	}

	/** Leaves the lane. It was not started. */
	void giveUp() {
		lane().abandon(this, Refusals.cancelled(terms().key()));
		this.environment.handles().takeBackUnseen(this);
	}

	/**
	 * Returns the time of the time-out. A waiter that tries once must not wait forever
	 * for a worker.
	 */
	private long lastMoment() {
		return terms().triesOnce() ? Math.min(deadline(), MonotonicClock.plus(askedAt(), terms().ttl())) : deadline();
	}

	/**
	 * Refuses the caller, unless it still waits for a connection, a reply or a worker.
	 * Then the reply settles it, as for a thread.
	 */
	private void timeOut() {
		lane().timeOut(this, this.environment.runtime().clock().nanos());
		if (settled() || this.rejected) {
			endWait();
			return;
		}
		long end = MonotonicClock.plus(lastMoment(), LockStore.CONNECT_MARGIN.toNanos());
		this.cancelDeadline = this.environment.runtime().timer().at(end, this::endWait);
		if (this.future.isDone()) { // it may have canceled only the first alarm
			this.cancelDeadline.run();
		}
	}

	/** Refuses the caller, unless it is settled. It waits for nothing any more. */
	private void endWait() {
		String key = terms().key();
		lane().timeOut(this, this.environment.runtime().clock().nanos());
		lane().abandon(this,
				this.environment.commands().isConnected() ? Refusals.unanswered(key) : Refusals.notConnected(key));
		LockException refusal = refusal();
		if (refusal != null) {
			complete(() -> this.future.completeExceptionally(refusal));
		}
	}

	/** Returns {@code false}: work that has lost its handles cannot end, or has ended. */
	@Override
	protected boolean worksWithoutHandles() {
		return false;
	}

	@Override
	protected void signal() {
		if (this.signals.getAndIncrement() == 0) {
			runSoon();
		}
	}

	private void runSoon() {
		EngineRuntime runtime = this.environment.runtime();
		this.rejected = false;
		try {
			runtime.workers().execute(this);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) { // no thread
			this.rejected = true;
			long now = runtime.clock().nanos();
			runtime.timer().at(MonotonicClock.plus(now, PAUSE), this::runSoon);
			if (now >= lastMoment()) {
				runtime.timer().at(now, this::endWait); // not here, under the lane's lock
			}
		}
	}

	@Override
	public void run() {
		int seen;
		do {
			seen = this.signals.get();
			if (!this.done) {
				proceedOrFail();
			}
		}
		while (this.signals.addAndGet(-seen) > 0);
	}

	private void proceedOrFail() {
		try {
			proceed();
		}
		catch (RuntimeException | Error ex) {
			fail(ex);
		}
	}

	/** Completes the future with the cause, so that the caller does not wait forever. */
	private void fail(Throwable cause) {
		this.done = true;
		lane().abandon(this, Refusals.cancelled(terms().key()));
		this.environment.handles().takeBack(this);
		complete(() -> this.future.completeExceptionally(cause));
	}

	private void signalAfter(CompletionStage<?> command) {
		var unused = command.whenComplete((reply, ex) -> {
			this.failure = (ex instanceof CompletionException && ex.getCause() != null) ? ex.getCause() : ex;
			signal();
		});
	}

	private void proceed() {
		this.cancelAlarm.run();
		Throwable failed = this.failure;
		if (failed != null) {
			fail(failed);
			return;
		}
		Lane lane = lane();
		AcquireStep step = lane.next(this, this.environment.runtime().clock().nanos());
		if (step instanceof Attempt attempt) {
			signalAfter(this.environment.commands().acquireAsync(lane, attempt));
		}
		else if (step instanceof AcquireStep.Prolongation prolongation) {
			signalAfter(this.environment.commands().prolongAsync(lane, prolongation));
		}
		else if (step instanceof AcquireStep.Sleep sleep) {
			if (!this.waits && !this.silent && hasSlept()) {
				this.waits = true;
				this.environment.lanes().events().waiting(this);
			}
			this.cancelAlarm = this.environment.runtime().timer().at(sleep.until(), this::signal);
		}
		else {
			this.done = true;
			settle();
		}
	}

	private void settle() {
		DefaultLockHandle handle;
		LockException refusal = refusal();
		if (this.silent && refusal != null) {
			complete(() -> this.future.completeExceptionally(refusal));
			return;
		}
		try {
			handle = this.environment.handles().handle(this);
		}
		catch (LockException ex) {
			// A nested entry whose command failed must not keep the hold of its owner.
			this.environment.handles().takeBack(this);
			complete(() -> this.future.completeExceptionally(ex));
			return;
		}
		complete(() -> {
			CompletableFuture<LockHandle> completed = this.future;
			// The hold has this waiter, and must not keep the handle reachable.
			this.future = DELIVERED;
			if (!completed.complete(handle)) {
				handle.neverDelivered();
				this.environment.handles().takeBack(this);
			}
		});
	}

	/**
	 * Completes the future on another thread: continuations of the application must not
	 * run on ours.
	 */
	private void complete(Runnable completion) {
		try {
			this.environment.runtime().results().execute(completion);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			completion.run();
		}
	}

	/** Holds the parts of the engine that an asynchronous waiter uses. */
	record Environment(LaneRegistry lanes, Commands commands, EngineRuntime runtime,
			DefaultLockHandle.Factory handles) {
	}

}
