package io.lockstarter.simulation;

import java.util.EnumMap;
import java.util.Map;

/** Counts the events of each {@linkplain SimulationKind kind}. */
final class SimulationCounts {

	private final Map<SimulationKind, Long> counts = new EnumMap<>(SimulationKind.class);

	void add(SimulationKind kind) {
		this.counts.merge(kind, 1L, Long::sum);
	}

	void addAll(SimulationCounts others) {
		others.counts.forEach((kind, count) -> this.counts.merge(kind, count, Long::sum));
	}

	long of(SimulationKind kind) {
		return this.counts.getOrDefault(kind, 0L);
	}

}
