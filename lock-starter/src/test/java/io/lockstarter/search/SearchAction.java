package io.lockstarter.search;

/**
 * An action that is possible in a state.
 *
 * @param name its description
 * @param run performs it
 * @param faults whether it is a fault: one or zero
 * @param crashes whether it is a crash: one or zero
 */
record SearchAction(String name, Runnable run, int faults, int crashes) {

	static SearchAction of(String name, Runnable run) {
		return new SearchAction(name, run, 0, 0);
	}

	static SearchAction fault(String name, Runnable run) {
		return new SearchAction(name, run, 1, 0);
	}

}
