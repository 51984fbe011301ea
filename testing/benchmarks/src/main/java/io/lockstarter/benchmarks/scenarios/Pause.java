package io.lockstarter.benchmarks.scenarios;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Lets the harness wait while the contenders run. */
final class Pause {

	private static final Duration POLL = Duration.ofMillis(10);

	private Pause() {
	}

	static void of(Duration duration) {
		try {
			Thread.sleep(duration.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	static void until(BooleanSupplier condition) {
		while (!condition.getAsBoolean()) {
			of(POLL);
		}
	}

}
