package io.lockstarter.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Plays the schedules of many seeds, on all cores, and counts. */
final class SimulationRun {

	private static final int MAX_FAILURES = 20;

	private final SimulationFlaw flaw;

	private final long end;

	private final AtomicLong next;

	private final List<Failure> failures = new ArrayList<>();

	private final SimulationCounts counts = new SimulationCounts();

	private long schedules;

	private long events;

	private long nanos;

	SimulationRun(long first, long count, SimulationFlaw flaw) {
		this.next = new AtomicLong(first);
		this.end = first + count;
		this.flaw = flaw;
	}

	/** Plays the schedules. It stops early after enough broken promises. */
	SimulationRun play(int enough) throws InterruptedException, ExecutionException {
		int cores = Runtime.getRuntime().availableProcessors();
		ExecutorService threads = Executors.newFixedThreadPool(cores);
		long start = System.nanoTime();
		try {
			List<Callable<Void>> work = new ArrayList<>();
			for (int i = 0; i < cores; i++) {
				work.add(() -> playSome(enough));
			}
			for (Future<Void> done : threads.invokeAll(work)) {
				done.get();
			}
		}
		finally {
			threads.shutdown();
		}
		this.nanos = System.nanoTime() - start;
		this.failures.sort(Comparator.comparingLong(Failure::seed));
		return this;
	}

	SimulationRun play() throws InterruptedException, ExecutionException {
		return play(MAX_FAILURES);
	}

	private Void playSome(int enough) {
		long seed = this.next.getAndIncrement();
		while (seed < this.end && !has(enough)) {
			add(seed, Simulation.play(SimulationSource.drawnFrom(seed), this.flaw, false));
			seed = this.next.getAndIncrement();
		}
		return null;
	}

	private synchronized boolean has(int enough) {
		return this.failures.size() >= enough;
	}

	private synchronized void add(long seed, Simulation.Outcome outcome) {
		this.schedules++;
		this.events += outcome.events();
		this.counts.addAll(outcome.counts());
		if (outcome.promise() != null) {
			this.failures.add(new Failure(seed, outcome));
		}
	}

	List<Failure> failures() {
		return this.failures;
	}

	long count(SimulationKind kind) {
		return this.counts.of(kind);
	}

	String report() {
		StringBuilder report = new StringBuilder();
		line(report, "schedules", this.schedules);
		line(report, "schedules per minute on " + Runtime.getRuntime().availableProcessors() + " cores",
				this.schedules * TimeUnit.MINUTES.toNanos(1) / Math.max(1, this.nanos));
		line(report, "events", this.events);
		for (SimulationKind kind : SimulationKind.values()) {
			line(report, kind.text, count(kind));
		}
		line(report, "promises broken", this.failures.size());
		return report.toString();
	}

	private static void line(StringBuilder report, String what, long count) {
		report.append("%,15d  %s%n".formatted(count, what));
	}

	/**
	 * A schedule that broke a promise.
	 *
	 * @param seed its seed
	 * @param outcome its outcome
	 */
	record Failure(long seed, Simulation.Outcome outcome) {
	}

}
