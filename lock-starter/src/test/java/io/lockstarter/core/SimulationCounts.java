package io.lockstarter.core;

/** How often each {@linkplain SimulationKind kind} of event occurred. */
final class SimulationCounts {

	private final long[] counts = new long[SimulationKind.values().length];

	void add(SimulationKind kind) {
		this.counts[kind.ordinal()]++;
	}

	void addAll(SimulationCounts others) {
		for (int i = 0; i < this.counts.length; i++) {
			this.counts[i] += others.counts[i];
		}
	}

	long of(SimulationKind kind) {
		return this.counts[kind.ordinal()];
	}

}
