package io.lockstarter.simulation;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Describes schedules that broke a promise. */
public final class SimulationFailures {

	private static final Comparator<SimulationRun.Failure> SHORTEST_FIRST = Comparator.<SimulationRun.Failure>comparingInt(
			(failure) -> failure.outcome().length())
		.thenComparingLong(SimulationRun.Failure::seed);

	private SimulationFailures() {
	}

	/** Returns the shortest failure, which is read and shrunk first. */
	static SimulationRun.Failure shortest(List<SimulationRun.Failure> failures) {
		return failures.stream().min(SHORTEST_FIRST).orElseThrow();
	}

	/** Returns the failures, the shortest first. */
	static List<SimulationRun.Failure> shortestFirst(List<SimulationRun.Failure> failures) {
		return failures.stream().sorted(SHORTEST_FIRST).toList();
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
