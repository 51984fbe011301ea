package io.lockstarter.leader;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

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

	private static final Duration RELEASE = Duration.ofSeconds(1);

	private final String key;

	private final ScheduledThreadPoolExecutor timer;

	private final ThreadPoolExecutor callbacks;

	private @Nullable Thread running;

	LeaderThreads(String key) {
		this(key, (task, name) -> {
			Thread thread = new Thread(task, name);
			thread.setDaemon(true);
			return thread;
		});
	}

	/**
	 * Starts the threads. A thread that could not be started later would leave a leader
	 * without callbacks.
	 */
	LeaderThreads(String key, BiFunction<Runnable, String, Thread> factory) {
		this.key = key;
		this.timer = new ScheduledThreadPoolExecutor(1, (task) -> factory.apply(task, "lock-leader-timer-" + key));
		this.callbacks = new ThreadPoolExecutor(1, 1, 0, TimeUnit.NANOSECONDS, new LinkedBlockingQueue<>(),
				(task) -> factory.apply(task, "lock-leader-" + key));
		try {
			this.timer.prestartCoreThread();
			this.callbacks.prestartCoreThread();
		}
		catch (Throwable ex) { // no thread can be started
			this.timer.shutdown();
			throw ex;
		}
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

	/** Returns whether this thread runs a callback. */
	synchronized boolean isCallback() {
		return this.running == Thread.currentThread();
	}

	/** Ends the threads after the callbacks that are queued. */
	void close() {
		synchronized (this) {
			this.timer.shutdownNow();
		}
		this.callbacks.shutdown();
	}

	/**
	 * Waits for the end of the callbacks, also on a thread that is interrupted.
	 * @param limit the time that the callbacks have before the last of them releases the
	 * lock
	 */
	void awaitEnd(Duration limit) {
		long end = System.nanoTime() + limit.plus(RELEASE).toNanos();
		boolean interrupted = false;
		boolean waiting = true;
		while (waiting) {
			try {
				if (!this.callbacks.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
					logger.warn("A callback of the election of '{}' did not end within {}", this.key, limit);
				}
				waiting = false;
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
