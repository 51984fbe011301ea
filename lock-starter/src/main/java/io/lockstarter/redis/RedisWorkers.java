package io.lockstarter.redis;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Makes calls of a Redis client that may block for longer than their caller wants to
 * wait, or that fail if their thread is interrupted: on daemon threads of its own, whose
 * number is bounded. A thread that is not needed ends soon.
 */
final class RedisWorkers {

	private static final int MOST = 32;

	/** Fair: a renewal must not stand behind callers that come after it. */
	private final Semaphore free = new Semaphore(MOST, true);

	private final AtomicInteger count = new AtomicInteger();

	/** A thread gives its permit back a moment before it can be used again. */
	private final ThreadPoolExecutor threads = new ThreadPoolExecutor(0, 2 * MOST, 1, TimeUnit.SECONDS,
			new SynchronousQueue<>(), this::thread);

	/**
	 * Starts a call.
	 * @param <T> the type of its result
	 * @param call the call
	 * @param nanos how long to wait for a thread
	 * @return its result, when it has returned
	 * @throws NotConnectedException if no thread was free: then it will not be called
	 */
	<T extends @Nullable Object> WorkerCall<T> start(Supplier<T> call, long nanos) {
		if (!Uninterruptibly.<Boolean, RuntimeException>await(nanos,
				(left) -> this.free.tryAcquire(left, TimeUnit.NANOSECONDS))) {
			throw new NotConnectedException(MOST + " threads wait for one already");
		}
		WorkerCall<T> started = new WorkerCall<>(call, this.free::release);
		try {
			this.threads.execute(started);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			this.free.release();
			throw new NotConnectedException("there is no thread to open one: " + ex);
		}
		return started;
	}

	private Thread thread(Runnable task) {
		// It may start on a thread of the application, and must not keep what that has.
		Thread thread = new Thread(null, task, "lock-connection-" + this.count.incrementAndGet(), 0, false);
		thread.setContextClassLoader(RedisWorkers.class.getClassLoader());
		thread.setDaemon(true);
		return thread;
	}

}
