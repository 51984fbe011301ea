package io.lockstarter.faults.drive;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Lets time pass. */
final class Pause {

	private Pause() {
	}

	static void millis(long millis) {
		try {
			TimeUnit.MILLISECONDS.sleep(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("The driver was interrupted", ex);
		}
	}

	/** Waits until something is so, and says whether it is. */
	static boolean until(long millis, BooleanSupplier condition) {
		long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() > end) {
				return false;
			}
			millis(5);
		}
		return true;
	}

}
