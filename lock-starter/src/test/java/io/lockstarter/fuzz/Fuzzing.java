package io.lockstarter.fuzz;

/** Defines how long Jazzer generates inputs for each target with {@code -Pfuzz}. */
final class Fuzzing {

	static final String TIME = "3m";

	private Fuzzing() {
	}

}
