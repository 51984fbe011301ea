package io.lockstarter.core;

import java.util.ArrayList;
import java.util.List;

/**
 * The {@linkplain SimulationChoices choices} of a schedule, a list for each of those who
 * take part: whoever is left out takes no choice from another.
 */
final class SimulationSource {

	private static final int MOST_INSTANCES = 3;

	private static final int LISTS = 1 + MOST_INSTANCES + MOST_INSTANCES * MOST_INSTANCES;

	private final List<SimulationChoices> lists = new ArrayList<>(LISTS);

	private SimulationSource() {
	}

	static SimulationSource drawnFrom(long seed) {
		SimulationSource source = new SimulationSource();
		for (int i = 0; i < LISTS; i++) {
			source.lists.add(SimulationChoices.drawnFrom((seed * LISTS + i) * 0x9E3779B97F4A7C15L));
		}
		return source;
	}

	static SimulationSource of(List<long[]> given) {
		SimulationSource source = new SimulationSource();
		given.forEach((list) -> source.lists.add(SimulationChoices.of(list)));
		return source;
	}

	SimulationChoices ofTheWorld() {
		return this.lists.get(0);
	}

	SimulationChoices ofInstance(int index) {
		return this.lists.get(1 + index);
	}

	SimulationChoices ofCaller(int instance, int index) {
		return this.lists.get(1 + MOST_INSTANCES + MOST_INSTANCES * instance + index);
	}

	List<long[]> taken() {
		return this.lists.stream().map(SimulationChoices::taken).toList();
	}

}
