package io.lockstarter.faults.drive;

import java.util.random.RandomGenerator;

/**
 * A fault that is injected and ended again.
 *
 * @param name the name in the figures
 * @param action injects the fault; returns when the fault is over
 */
record Fault(String name, Action action) {

	/** Injects a fault with random details. */
	interface Action {

		void inject(RandomGenerator random);

	}

}
