package io.lockstarter.faults.drive;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a time or for a condition. */
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

	/** Waits for the condition. Returns false if the time is over first. */
	static boolean until(long millis, BooleanSupplier condition) {
		return first(millis, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty()).isPresent();
	}

	/**
	 * Waits until the source returns a value. Returns empty if the time is over first.
	 */
	static <T> Optional<T> first(long millis, Supplier<Optional<T>> source) {
		long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		Optional<T> found = source.get();
		while (found.isEmpty() && System.nanoTime() <= end) {
			millis(5);
			found = source.get();
		}
		return found;
	}

}
