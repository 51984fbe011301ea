package io.lockstarter.benchmarks.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

import org.jspecify.annotations.Nullable;

/** Threads that do the same, and the first failure among them. */
final class Crew {

	private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

	private final List<Thread> threads = new ArrayList<>();

	/** Starts the threads; each is handed its number. */
	Crew(int size, IntConsumer work) {
		for (int member = 0; member < size; member++) {
			int number = member;
			Thread thread = new Thread(() -> work.accept(number), "crew-" + number);
			thread.setUncaughtExceptionHandler((failed, ex) -> this.failure.compareAndSet(null, ex));
			thread.setDaemon(true);
			thread.start();
			this.threads.add(thread);
		}
	}

	/** Waits for all of them. */
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
