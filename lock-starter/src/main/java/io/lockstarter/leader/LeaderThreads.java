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
 */
final class LeaderThreads {

	private static final Logger logger = LoggerFactory.getLogger(LeaderThreads.class);

	private final String key;

	private @Nullable ScheduledExecutorService timer;

	private @Nullable ScheduledExecutorService callbacks;

	private @Nullable Thread running;

	LeaderThreads(String key) {
		this.key = key;
	}

	synchronized void open() {
		this.timer = Executors.newSingleThreadScheduledExecutor(factory("lock-leader-timer"));
		this.callbacks = Executors.newSingleThreadScheduledExecutor(factory("lock-leader"));
	}

	synchronized void after(Duration delay, Runnable task) {
		if (this.timer != null && !this.timer.isShutdown()) {
			var unused = this.timer.schedule(() -> guard(task), Math.max(1, delay.toNanos()), TimeUnit.NANOSECONDS);
		}
	}

	synchronized void callback(Runnable task) {
		try {
			if (this.callbacks != null) {
				this.callbacks.execute(() -> run(task));
			}
		}
		catch (RejectedExecutionException ex) {
			logger.debug("The election of '{}' has ended before a callback could run", this.key, ex);
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
		ScheduledExecutorService ending;
		synchronized (this) {
			ending = this.callbacks;
			if (this.timer != null) {
				this.timer.shutdownNow();
			}
		}
		if (ending == null) {
			return;
		}
		ending.shutdown();
		boolean interrupted = false;
		try {
			if (!ending.awaitTermination(limit.toNanos(), TimeUnit.NANOSECONDS)) {
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
