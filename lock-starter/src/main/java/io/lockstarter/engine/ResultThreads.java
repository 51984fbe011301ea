package io.lockstarter.engine;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Delivers results to the application. Continuations that the application has chained to
 * a result run on these threads, and may block or compute for any time. A result never
 * waits for the continuation of another one. Idle threads are kept for ten seconds. If
 * all threads are busy, or after shutdown, each result starts a thread of its own, which
 * is a virtual thread if the JDK has them.
 * <p>
 * Virtual threads are not the first choice. A few continuations that compute, or that
 * block inside {@code synchronized} before JDK 24, occupy all carrier threads.
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

	/** Ends idle threads. It interrupts no thread, and results are still delivered. */
	@Override
	public void close() {
		this.pool.shutdown();
	}

	/**
	 * Returns a factory of virtual threads that inherit nothing from the thread that
	 * starts them. It uses reflection, since the code is compiled for JDK 17.
	 * @return the factory, or {@code null} if this JDK has no virtual threads
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
				| UnsupportedOperationException ex) { // absent, or a preview
			return null;
		}
	}

}
