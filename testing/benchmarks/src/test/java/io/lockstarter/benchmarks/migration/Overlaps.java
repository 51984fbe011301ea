package io.lockstarter.benchmarks.migration;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Counts how often two callers are in the same section at the same time. */
final class Overlaps {

	private static final int THREADS = 3;

	private static final int ROUNDS = 10;

	private final AtomicInteger inside = new AtomicInteger();

	private final AtomicInteger found = new AtomicInteger();

	/**
	 * Runs threads of two kinds of instances.
	 * @param first creates the section of each thread of the first kind
	 * @param second creates the section of each thread of the second kind
	 * @return the number of overlaps
	 */
	static int of(Supplier<Section> first, Supplier<Section> second) {
		Overlaps overlaps = new Overlaps();
		ExecutorService threads = Executors.newFixedThreadPool(2 * THREADS);
		try {
			List<CompletableFuture<Void>> running = new ArrayList<>();
			for (int i = 0; i < THREADS; i++) {
				for (Supplier<Section> kind : List.of(first, second)) {
					Section section = kind.get();
					running.add(CompletableFuture.runAsync(() -> overlaps.loop(section), threads));
				}
			}
			running.forEach(CompletableFuture::join);
			return overlaps.found.get();
		}
		finally {
			threads.shutdownNow();
		}
	}

	private void loop(Section section) {
		for (int i = 0; i < ROUNDS; i++) {
			section.run(this::work);
		}
	}

	private void work() {
		if (this.inside.incrementAndGet() > 1) {
			this.found.incrementAndGet();
		}
		try {
			Thread.sleep(2);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.inside.decrementAndGet();
	}

	/** Runs work that must not overlap. */
	interface Section {

		void run(Runnable work);

	}

}
