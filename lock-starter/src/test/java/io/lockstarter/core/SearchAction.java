package io.lockstarter.core;

/**
 * Something that can happen next.
 *
 * @param name what
 * @param run makes it happen
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
