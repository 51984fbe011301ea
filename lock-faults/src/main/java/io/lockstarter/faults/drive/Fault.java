package io.lockstarter.faults.drive;

import java.util.random.RandomGenerator;

/**
 * Something that goes wrong and is put right again.
 *
 * @param name what it is called in the figures
 * @param action makes it happen; returns when it is over
 */
record Fault(String name, Action action) {

	/** Makes a fault happen, as the random numbers say. */
	interface Action {

		void happen(RandomGenerator random);

	}

}
