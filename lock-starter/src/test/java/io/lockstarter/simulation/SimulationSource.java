package io.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds the {@linkplain SimulationChoices choices} of a schedule, one list per
 * participant. So removing a participant does not change the choices of the others. The
 * last list is for slices.
 */
public final class SimulationSource {

	private static final int MAX_INSTANCES = 3;

	private static final int LISTS = 1 + MAX_INSTANCES + MAX_INSTANCES * MAX_INSTANCES;

	private final List<SimulationChoices> lists = new ArrayList<>(LISTS);

	private SimulationSource() {
	}

	static SimulationSource drawnFrom(long seed) {
		SimulationSource source = new SimulationSource();
		for (int i = 0; i < LISTS; i++) {
			source.lists.add(SimulationChoices.drawnFrom((seed * LISTS + i) * 0x9E3779B97F4A7C15L));
		}
		source.lists.add(SimulationChoices.drawnFrom(~seed));
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
		return this.lists.get(1 + MAX_INSTANCES + MAX_INSTANCES * instance + index);
	}

	SimulationChoices ofSlices() {
		return this.lists.get(LISTS);
	}

	List<long[]> taken() {
		return this.lists.stream().map(SimulationChoices::taken).toList();
	}

}
