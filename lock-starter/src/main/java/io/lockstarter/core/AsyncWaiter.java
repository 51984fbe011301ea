package io.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Timer;

/**
 * A caller who waits by a future, and is nobody's owner but its own. It is its own
 * driver: a signal lets it run on a worker, never twice at the same time; sleeps are
 * alarms of the timer. Its deadline and its cancellation need no worker, since all of
 * those may be waiting for the lock server.
 */
final class AsyncWaiter extends Waiter implements Runnable {

	private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

	private final Environment environment;

	private final Lane lane;

	private final CompletableFuture<LockHandle> future = new CompletableFuture<>();

	/**
	 * Above zero while it runs or is about to; so from the start, until it was started.
	 */
	private final AtomicInteger signals = new AtomicInteger(1);

	private volatile Runnable cancelAlarm = () -> {
	};

	private boolean done;

	AsyncWaiter(Terms terms, Environment environment) {
		super(new Object(), terms, environment.clock().nanos());
		this.environment = environment;
		this.lane = environment.lanes().ask(this);
	}

	CompletableFuture<LockHandle> start() {
		if (settled()) {
			settle(); // at once, also when there are no workers any more
			return this.future;
		}
		try {
			Runnable cancelDeadline = this.environment.timer().at(lastMoment(), this::timeOut);
			var unused = this.future.whenComplete((handle, failure) -> {
				cancelDeadline.run();
				this.lane.abandon(this, Refusals.cancelled(terms().key()));
			});
			runSoon();
		}
		catch (RuntimeException | Error ex) {
			this.lane.abandon(this, Refusals.cancelled(terms().key()));
			throw ex;
		}
		return this.future;
	}

	/** One that tries once does not wait for ever for a worker to try. */
	private long lastMoment() {
		return terms().triesOnce() ? MonotonicClock.plus(askedAt(), terms().ttl()) : deadline();
	}

	private void timeOut() {
		this.lane.timeOut(this, this.environment.clock().nanos());
		LockException refusal = refusal();
		if (refusal != null) {
			complete(() -> this.future.completeExceptionally(refusal));
		}
	}

	@Override
	void signal() {
		if (this.signals.getAndIncrement() == 0) {
			runSoon();
		}
	}

	private void runSoon() {
		try {
			this.environment.workers().execute(this);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) { // no thread to be had
			this.environment.timer().at(MonotonicClock.plus(this.environment.clock().nanos(), PAUSE), this::runSoon);
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
		catch (RuntimeException | Error ex) { // whatever it was, the caller must hear of
												// it
			this.done = true;
			this.lane.abandon(this, Refusals.cancelled(terms().key()));
			this.environment.handles().takeBack(this);
			complete(() -> this.future.completeExceptionally(ex));
		}
	}

	private void proceed() {
		this.cancelAlarm.run();
		Step step = this.lane.next(this, this.environment.clock().nanos());
		if (step instanceof Attempt attempt) {
			this.environment.commands().acquire(this.lane, attempt);
			signal();
		}
		else if (step instanceof Step.Prolongation prolongation) {
			this.environment.commands().prolong(this.lane, prolongation);
			signal();
		}
		else if (step instanceof Step.Sleep sleep) {
			this.cancelAlarm = this.environment.timer().at(sleep.until(), this::signal);
		}
		else {
			this.done = true;
			settle();
		}
	}

	private void settle() {
		LockHandle handle;
		try {
			handle = this.environment.handles().handle(this);
		}
		catch (LockException ex) {
			complete(() -> this.future.completeExceptionally(ex));
			return;
		}
		complete(() -> {
			if (!this.future.complete(handle)) {
				this.environment.handles().takeBack(this);
			}
		});
	}

	/** What the application has chained to the future must not run on our threads. */
	private void complete(Runnable completion) {
		try {
			this.environment.results().execute(completion);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			completion.run();
		}
	}

	/** What it runs on. */
	record Environment(Lanes lanes, Commands commands, MonotonicClock clock, Timer timer, Executor workers,
			Executor results, Handles handles) {
	}

}
