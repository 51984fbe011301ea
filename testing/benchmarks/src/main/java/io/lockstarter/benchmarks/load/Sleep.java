package io.lockstarter.benchmarks.load;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits without using a core. */
final class Sleep {

	private static final long PAUSE = 100_000;

	private Sleep() {
	}

	static void sleepUntil(long nanoTime) {
		for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
			LockSupport.parkNanos(left);
		}
	}

	static void await(BooleanSupplier condition) {
		while (!condition.getAsBoolean()) {
			LockSupport.parkNanos(PAUSE);
		}
	}

}
