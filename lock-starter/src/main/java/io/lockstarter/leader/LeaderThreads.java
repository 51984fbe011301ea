package io.lockstarter.leader;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the callbacks of an election one after the other, on one thread. Another thread
 * watches the time, so a callback that blocks does not delay the end of the leadership.
 * Each start of an election has its own threads.
 */
final class LeaderThreads {

	private static final Logger logger = LoggerFactory.getLogger(LeaderThreads.class);

	private final String key;

	private final ScheduledExecutorService timer;

	private final ScheduledExecutorService callbacks;

	private @Nullable Thread running;

	LeaderThreads(String key) {
		this.key = key;
		this.timer = Executors.newSingleThreadScheduledExecutor(factory("lock-leader-timer"));
		this.callbacks = Executors.newSingleThreadScheduledExecutor(factory("lock-leader"));
	}

	synchronized void after(Duration delay, Runnable task) {
		if (!this.timer.isShutdown()) {
			var unused = this.timer.schedule(() -> guard(task), Math.max(1, delay.toNanos()), TimeUnit.NANOSECONDS);
		}
	}

	/** Runs a task after the earlier ones, or at once if the threads have ended. */
	void callback(Runnable task) {
		try {
			this.callbacks.execute(() -> run(task));
		}
		catch (RejectedExecutionException ex) {
			// Without this task, the lock would never be released.
			logger.debug("A callback of the election of '{}' runs after its threads have ended", this.key, ex);
			guard(task);
		}
	}

	private void run(Runnable task) {
		synchronized (this) {
			this.running = Thread.currentThread();
		}
		try {
			guard(task);
		}
		finally {
			synchronized (this) {
				this.running = null;
				var unused = Thread.interrupted(); // it was meant for this callback
			}
		}
	}

	/** Interrupts the callback that runs now. */
	synchronized void interruptCallback() {
		if (this.running != null && this.running != Thread.currentThread()) {
			this.running.interrupt();
		}
	}

	private void guard(Runnable task) {
		try {
			task.run();
		}
		catch (Throwable ex) { // the election must go on
			logger.warn("A callback of the election of '{}' failed", this.key, ex);
		}
	}

	/** Waits for the callbacks, and ends the threads. */
	void close(Duration limit) {
		synchronized (this) {
			this.timer.shutdownNow();
		}
		this.callbacks.shutdown();
		boolean interrupted = false;
		try {
			if (!this.callbacks.awaitTermination(limit.toNanos(), TimeUnit.NANOSECONDS)) {
				logger.warn("A callback of the election of '{}' did not end within {}", this.key, limit);
			}
		}
		catch (InterruptedException ex) {
			interrupted = true;
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	private ThreadFactory factory(String name) {
		return (task) -> {
			Thread thread = new Thread(task, name + "-" + this.key);
			thread.setDaemon(true);
			return thread;
		};
	}

}
