package io.lockstarter.core;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Schedules that broke a promise, in words. */
final class SimulationFailures {

	private SimulationFailures() {
	}

	/** The one that is read, and shrunk, the soonest. */
	static SimulationRun.Failure shortest(List<SimulationRun.Failure> failures) {
		return failures.stream()
			.min(Comparator.<SimulationRun.Failure>comparingInt((failure) -> failure.outcome().length())
				.thenComparingLong(SimulationRun.Failure::seed))
			.orElseThrow();
	}

	static String explain(List<SimulationRun.Failure> failures, SimulationFlaw flaw) {
		SimulationRun.Failure shortest = shortest(failures);
		String all = failures.stream()
			.map((failure) -> "seed " + failure.seed() + ": " + failure.outcome().broken())
			.collect(Collectors.joining("\n"));
		return all + "\n" + explain(shortest, SimulationShrinker.shrink(shortest.outcome(), flaw), flaw);
	}

	static String explain(SimulationRun.Failure failure, Simulation.Outcome shrunk, SimulationFlaw flaw) {
		return "%s: seed %d, %d choices, shrunk to %d choices and %d lines:%n%s%n".formatted(flaw, failure.seed(),
				failure.outcome().decisions(), shrunk.decisions(), shrunk.length(), String.join("\n", shrunk.lines()));
	}

}
