package io.lockstarter.core;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Delivers results to the application. Whatever the application has chained to a result
 * runs on these threads, and may block or compute for as long as it likes: a result never
 * waits for the continuation of another one. Some threads are kept for ten seconds; when
 * all of them are busy, or after the end, each result starts a thread of its own. That is
 * a virtual thread where the JDK has them.
 * <p>
 * Virtual threads come second, since a few continuations that compute, or that block
 * inside of {@code synchronized} before JDK 24, occupy all of their carriers.
 */
final class ResultThreads implements Executor, AutoCloseable {

	private static final int KEPT = 64;

	private final ThreadPoolExecutor pool;

	ResultThreads(ThreadFactory factory) {
		ThreadFactory virtual = virtualThreads();
		ThreadFactory others = (virtual != null) ? virtual : factory;
		this.pool = new ThreadPoolExecutor(0, KEPT, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), factory,
				(task, busyOrClosed) -> others.newThread(task).start());
	}

	@Override
	public void execute(Runnable task) {
		this.pool.execute(task);
	}

	/** Interrupts nobody, and results are delivered as before. */
	@Override
	public void close() {
		this.pool.shutdown();
	}

	/**
	 * Virtual threads that keep nothing of the thread that starts them: they are found by
	 * reflection, since the code is compiled for JDK 17.
	 * @return their factory, or {@code null} if this JDK has none
	 */
	static @Nullable ThreadFactory virtualThreads() {
		try {
			Class<?> type = Class.forName("java.lang.Thread$Builder");
			Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
			type.getMethod("name", String.class, long.class).invoke(builder, "lock-result-virtual-", 1L);
			type.getMethod("inheritInheritableThreadLocals", boolean.class).invoke(builder, false);
			ThreadFactory factory = (ThreadFactory) type.getMethod("factory").invoke(builder);
			return (task) -> {
				Thread thread = factory.newThread(task);
				thread.setContextClassLoader(ResultThreads.class.getClassLoader());
				return thread;
			};
		}
		catch (ClassNotFoundException | NoSuchMethodException | IllegalAccessException | InvocationTargetException
				| UnsupportedOperationException ex) { // a JDK without, or as a preview
			return null;
		}
	}

}
