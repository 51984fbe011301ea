package io.lockstarter.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;

/**
 * Holds all threads of an instance. Their number does not depend on the number of locks:
 * one timer that never blocks, one thread for wake-ups, two sweepers, three renewers by
 * default, and at most 16 workers. Workers send commands for callers that do not block.
 * Each listener has one thread while it has events. Actions of the application on a loss
 * have at most 16. Each thread starts when it is first needed. Only {@link ResultThreads}
 * grow, with the number of continuations that keep them busy.
 */
public final class LockThreads implements MonotonicTimer, AutoCloseable {

	private final MonotonicClock clock;

	private final MonotonicTimer timer;

	private final ResultThreads events = new ResultThreads(factory("lock-events"));

	private final ThreadPoolExecutor watchdog;

	private final ThreadPoolExecutor sweepers = pool("lock-sweeper", 2);

	private final ThreadPoolExecutor wakeUps = pool("lock-wake-ups", 1);

	private final ResultThreads results = new ResultThreads(factory("lock-result"));

	/**
	 * After shutdown, a release must still be sent, since its caller waits for the reply.
	 */
	private final ThreadPoolExecutor workers = pool("lock-worker", 16, (task, closed) -> this.results.execute(task));

	public LockThreads(MonotonicClock clock) {
		this(clock, 3);
	}

	/**
	 * Creates the executors. No thread is started yet.
	 * @param clock the clock of the timer
	 * @param renewers how many threads may send renewals at the same time
	 */
	public LockThreads(MonotonicClock clock, int renewers) {
		this(clock, new ExecutorTimer(clock, factory("lock-timer")), renewers);
	}

	/**
	 * Creates the executors with another timer, for a test that moves its clock.
	 * @param clock the clock
	 * @param timer the timer, by the same clock. The caller closes it.
	 * @param renewers how many threads may send renewals at the same time
	 */
	public LockThreads(MonotonicClock clock, MonotonicTimer timer, int renewers) {
		this.clock = clock;
		this.watchdog = pool("lock-watchdog", renewers);
		this.timer = timer;
	}

	/**
	 * Returns the clock of the timer.
	 * @return the clock
	 */
	public MonotonicClock clock() {
		return this.clock;
	}

	EngineRuntime runtime() {
		return new EngineRuntime(this.clock, this, this.events, this.wakeUps, this.workers, this.results, this.watchdog,
				this.sweepers);
	}

	/**
	 * Returns the executor for results and the continuations that the application has
	 * chained to them.
	 * @return an executor
	 */
	public Executor results() {
		return this.results;
	}

	@Override
	public Runnable at(long time, Runnable task) {
		return this.timer.at(time, task);
	}

	@Override
	public void close() {
		if (this.timer instanceof ExecutorTimer own) {
			own.close();
		}
		this.watchdog.shutdown();
		this.workers.shutdown();
		this.sweepers.shutdown();
		this.wakeUps.shutdown();
		this.events.close();
		this.results.close();
	}

	private static ThreadPoolExecutor pool(String name, int threads) {
		return pool(name, threads, new ThreadPoolExecutor.DiscardPolicy());
	}

	private static ThreadPoolExecutor pool(String name, int threads, RejectedExecutionHandler afterShutdown) {
		ThreadPoolExecutor pool = new ThreadPoolExecutor(threads, threads, 10, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), factory(name), afterShutdown);
		pool.allowCoreThreadTimeOut(true);
		return pool;
	}

	private static ThreadFactory factory(String name) {
		AtomicInteger count = new AtomicInteger();
		return (task) -> {
			// An application's thread may start it. It must not inherit that thread's
			// locals or class loader.
			Thread thread = new Thread(null, task, name + "-" + count.incrementAndGet(), 0, false);
			thread.setContextClassLoader(LockThreads.class.getClassLoader());
			thread.setDaemon(true);
			return thread;
		};
	}

	/** Runs tasks at a time of the clock, on one thread. */
	private static final class ExecutorTimer implements MonotonicTimer, AutoCloseable {

		private final MonotonicClock clock;

		private final ScheduledThreadPoolExecutor executor;

		ExecutorTimer(MonotonicClock clock, ThreadFactory threads) {
			this.clock = clock;
			this.executor = new ScheduledThreadPoolExecutor(1, threads);
			this.executor.setRemoveOnCancelPolicy(true);
		}

		@Override
		public Runnable at(long time, Runnable task) {
			if (time == MonotonicClock.NEVER) {
				return () -> {
				};
			}
			try {
				ScheduledFuture<?> scheduled = this.executor.schedule(task, time - this.clock.nanos(),
						TimeUnit.NANOSECONDS);
				return () -> scheduled.cancel(false);
			}
			catch (RejectedExecutionException ex) { // closed
				return () -> {
				};
			}
		}

		@Override
		public void close() {
			this.executor.shutdownNow();
		}

	}

}
