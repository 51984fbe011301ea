package io.lockstarter.annotation;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A few threads that release the locks of completed stages. They start when they are
 * needed and end when they are not; once closed, a lock is released by the thread that
 * completed its stage.
 */
final class ReleaseThreads implements Executor, AutoCloseable {

	private static final int MOST = 4;

	private final ThreadPoolExecutor pool;

	ReleaseThreads() {
		AtomicInteger count = new AtomicInteger();
		this.pool = new ThreadPoolExecutor(MOST, MOST, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), (task) -> {
			Thread thread = new Thread(task, "lock-release-" + count.incrementAndGet());
			thread.setDaemon(true);
			return thread;
		}, (task, closed) -> task.run());
		this.pool.allowCoreThreadTimeOut(true);
	}

	@Override
	public void execute(Runnable task) {
		this.pool.execute(task);
	}

	@Override
	public void close() {
		this.pool.shutdown();
	}

}
