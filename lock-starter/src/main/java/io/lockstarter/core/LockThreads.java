package io.lockstarter.core;

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
import io.lockstarter.store.Timer;

/**
 * All threads of an instance, however many locks it has: one timer that never blocks, one
 * that tells of losses, and a few that talk to the lock server for those who do not wait
 * for it themselves. Each starts when it is first needed. Only {@link ResultThreads}
 * grow, with the number of continuations that keep them busy.
 */
public final class LockThreads implements Timer, AutoCloseable {

	private final MonotonicClock clock;

	private final ScheduledThreadPoolExecutor timer;

	private final ThreadPoolExecutor events = pool("lock-events", 1);

	private final ThreadPoolExecutor watchdog;

	private final ThreadPoolExecutor sweepers = pool("lock-sweeper", 2);

	private final ThreadPoolExecutor wakeUps = pool("lock-wake-ups", 1);

	private final ResultThreads results = new ResultThreads(factory("lock-result"));

	/** After the end, they must not lose a release: its caller waits for the reply. */
	private final ThreadPoolExecutor workers = pool("lock-worker", 16, (task, closed) -> this.results.execute(task));

	public LockThreads(MonotonicClock clock) {
		this(clock, 3);
	}

	/**
	 * Starts none of them yet.
	 * @param clock the clock of the timer
	 * @param renewers how many threads may send renewals at the same time
	 */
	public LockThreads(MonotonicClock clock, int renewers) {
		this.clock = clock;
		this.watchdog = pool("lock-watchdog", renewers);
		this.timer = new ScheduledThreadPoolExecutor(1, factory("lock-timer"));
		this.timer.setRemoveOnCancelPolicy(true);
	}

	/**
	 * The clock of the timer.
	 * @return the clock
	 */
	public MonotonicClock clock() {
		return this.clock;
	}

	/**
	 * For the watchdog's commands.
	 * @return an executor
	 */
	public Executor watchdog() {
		return this.watchdog;
	}

	/**
	 * For sweeps, which nobody waits for.
	 * @return an executor
	 */
	public Executor sweepers() {
		return this.sweepers;
	}

	Executor wakeUps() {
		return this.wakeUps;
	}

	Executor workers() {
		return this.workers;
	}

	/**
	 * For results, and all that the application has chained to them.
	 * @return an executor
	 */
	public Executor results() {
		return this.results;
	}

	Executor events() {
		return this.events;
	}

	@Override
	public Runnable at(long time, Runnable task) {
		if (time == MonotonicClock.NEVER) {
			return () -> {
			};
		}
		try {
			ScheduledFuture<?> scheduled = this.timer.schedule(task, time - this.clock.nanos(), TimeUnit.NANOSECONDS);
			return () -> scheduled.cancel(false);
		}
		catch (RejectedExecutionException ex) { // closed
			return () -> {
			};
		}
	}

	@Override
	public void close() {
		this.timer.shutdownNow();
		this.watchdog.shutdown();
		this.workers.shutdown();
		this.sweepers.shutdown();
		this.wakeUps.shutdown();
		this.events.shutdown();
		this.results.close();
	}

	private static ThreadPoolExecutor pool(String name, int threads) {
		return pool(name, threads, new ThreadPoolExecutor.DiscardPolicy());
	}

	private static ThreadPoolExecutor pool(String name, int threads, RejectedExecutionHandler afterTheEnd) {
		ThreadPoolExecutor pool = new ThreadPoolExecutor(threads, threads, 10, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), factory(name), afterTheEnd);
		pool.allowCoreThreadTimeOut(true);
		return pool;
	}

	private static ThreadFactory factory(String name) {
		AtomicInteger count = new AtomicInteger();
		return (task) -> {
			// It may start on a thread of the application, and must not keep what that
			// has.
			Thread thread = new Thread(null, task, name + "-" + count.incrementAndGet(), 0, false);
			thread.setContextClassLoader(LockThreads.class.getClassLoader());
			thread.setDaemon(true);
			return thread;
		};
	}

}
