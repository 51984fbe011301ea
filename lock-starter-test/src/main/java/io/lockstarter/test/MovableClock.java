package io.lockstarter.test;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import org.jspecify.annotations.Nullable;

/**
 * A clock and a timer that run with the time of the system, and that a test can move
 * forward.
 */
final class MovableClock implements MonotonicClock, MonotonicTimer, AutoCloseable {

	private final MonotonicClock system = MonotonicClock.system();

	private final AtomicLong moved = new AtomicLong();

	private final Set<Alarm> pending = ConcurrentHashMap.newKeySet();

	private final ScheduledThreadPoolExecutor executor;

	MovableClock() {
		this.executor = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(null, task, "test-lock-timer", 0, false);
			thread.setDaemon(true);
			return thread;
		});
		this.executor.setRemoveOnCancelPolicy(true);
	}

	@Override
	public long nanos() {
		return this.system.nanos() + this.moved.get();
	}

	@Override
	public Runnable at(long time, Runnable task) {
		if (time == MonotonicClock.NEVER) {
			return () -> {
			};
		}
		Alarm alarm = new Alarm(time, task);
		this.pending.add(alarm);
		alarm.schedule();
		return alarm::cancel;
	}

	/**
	 * Moves the clock forward. Alarms that become due run soon, on the timer's thread.
	 */
	void advance(Duration duration) {
		this.moved.addAndGet(duration.toNanos());
		this.pending.forEach(Alarm::schedule);
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
		this.pending.clear();
	}

	/** A task that runs once, at the latest schedule. */
	private final class Alarm implements Runnable {

		private final long time;

		private final Runnable task;

		private final AtomicBoolean over = new AtomicBoolean();

		private @Nullable ScheduledFuture<?> scheduled;

		Alarm(long time, Runnable task) {
			this.time = time;
			this.task = task;
		}

		synchronized void schedule() {
			if (this.scheduled != null) {
				this.scheduled.cancel(false);
			}
			if (!this.over.get()) {
				try {
					this.scheduled = MovableClock.this.executor.schedule(this, this.time - nanos(),
							TimeUnit.NANOSECONDS);
				}
				catch (RejectedExecutionException ex) { // closed
					MovableClock.this.pending.remove(this);
				}
			}
		}

		@Override
		public void run() {
			if (end()) {
				this.task.run();
			}
		}

		synchronized void cancel() {
			if (end() && this.scheduled != null) {
				this.scheduled.cancel(false);
			}
		}

		private boolean end() {
			MovableClock.this.pending.remove(this);
			return this.over.compareAndSet(false, true);
		}

	}

}
