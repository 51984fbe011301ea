package io.lockstarter.annotation;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that complete the stages of callers when their locks are released: what follows
 * a stage is code of the application, which must not run on threads of the lock server's
 * client. They start when they are needed and end when they are not, and nothing is
 * queued: that code may block. Once closed, the thread that asks does it itself.
 */
final class CompletionThreads implements Executor, AutoCloseable {

	private final ThreadPoolExecutor pool;

	CompletionThreads() {
		AtomicInteger count = new AtomicInteger();
		this.pool = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(),
				(task) -> {
					Thread thread = new Thread(null, task, "lock-completion-" + count.incrementAndGet(), 0, false);
					thread.setDaemon(true);
					return thread;
				}, (task, closed) -> task.run());
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
