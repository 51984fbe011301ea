package io.lockstarter.engine;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on another executor, but only a limited number at a time. The others wait in
 * a queue. Tasks must not throw.
 */
final class BoundedExecutor implements Executor {

	private final Queue<Runnable> waiting = new ArrayDeque<>();

	private final Executor executor;

	private final int most;

	private int running;

	BoundedExecutor(Executor executor, int most) {
		this.executor = executor;
		this.most = most;
	}

	@Override
	public void execute(Runnable task) {
		synchronized (this) {
			if (this.running == this.most) {
				this.waiting.add(task);
				return;
			}
			this.running++;
		}
		try {
			this.executor.execute(() -> run(task));
		}
		catch (RuntimeException | Error ex) {
			synchronized (this) {
				this.running--;
			}
			throw ex;
		}
	}

	private void run(Runnable first) {
		for (Runnable task = first; task != null; task = next()) {
			task.run();
		}
	}

	private synchronized @Nullable Runnable next() {
		Runnable next = this.waiting.poll();
		if (next == null) {
			this.running--;
		}
		return next;
	}

}
