package io.lockstarter.benchmarks.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

import org.jspecify.annotations.Nullable;

/** Runs the same work on several threads, and keeps the first failure. */
final class LoadThreads {

	private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

	private final List<Thread> threads = new ArrayList<>();

	/** Starts the threads. Each receives its number. */
	LoadThreads(int size, IntConsumer work) {
		for (int i = 0; i < size; i++) {
			int number = i;
			Thread thread = new Thread(() -> work.accept(number), "load-" + number);
			thread.setUncaughtExceptionHandler((failed, ex) -> this.failure.compareAndSet(null, ex));
			thread.setDaemon(true);
			thread.start();
			this.threads.add(thread);
		}
	}

	/** Waits for all threads. Throws if one of them failed. */
	void join() throws InterruptedException {
		for (Thread thread : this.threads) {
			thread.join();
		}
		Throwable failed = this.failure.get();
		if (failed != null) {
			throw new IllegalStateException(failed);
		}
	}

}
