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
 * Runs calls of a Redis client on separate daemon threads. Such calls may block for
 * longer than their caller wants to wait, or fail if their thread is interrupted. The
 * number of threads is limited, and an idle thread ends soon.
 */
final class RedisWorkers {

	private static final int MOST = 32;

	/** Fair: a renewal must not wait behind callers that came later. */
	private final Semaphore free = new Semaphore(MOST, true);

	private final AtomicInteger count = new AtomicInteger();

	/** Twice the permits: a thread returns its permit shortly before it is idle. */
	private final ThreadPoolExecutor threads = new ThreadPoolExecutor(0, 2 * MOST, 1, TimeUnit.SECONDS,
			new SynchronousQueue<>(), this::thread);

	/**
	 * Starts a call.
	 * @param <T> the type of its result
	 * @param call the call
	 * @param nanos the longest wait for a thread
	 * @return the started call
	 * @throws NotConnectedException if no thread was free; then the call is never made
	 */
	<T extends @Nullable Object> WorkerCall<T> start(Supplier<T> call, long nanos) {
		if (!Uninterruptibly.<Boolean, RuntimeException>await(nanos,
				(left) -> this.free.tryAcquire(left, TimeUnit.NANOSECONDS))) {
			throw new NotConnectedException(MOST + " threads already wait for a connection");
		}
		WorkerCall<T> started = new WorkerCall<>(call, this.free::release);
		try {
			this.threads.execute(started);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			this.free.release();
			throw new NotConnectedException("there is no thread to open a connection: " + ex);
		}
		return started;
	}

	private Thread thread(Runnable task) {
		// A thread of the application may start it. It must not inherit that thread's
		// thread-local variables or class loader.
		Thread thread = new Thread(null, task, "lock-connection-" + this.count.incrementAndGet(), 0, false);
		thread.setContextClassLoader(RedisWorkers.class.getClassLoader());
		thread.setDaemon(true);
		return thread;
	}

}
