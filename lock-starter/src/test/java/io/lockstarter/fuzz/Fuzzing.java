package io.lockstarter.fuzz;

/** How long Jazzer makes up inputs, for each target, with {@code -Pfuzz}. */
final class Fuzzing {

	static final String TIME = "3m";

	private Fuzzing() {
	}

}
