package io.lockstarter.benchmarks.fleet;

import org.jspecify.annotations.Nullable;

/** Reports that a contender failed. The others continue. */
public final class FleetException extends RuntimeException {

	public FleetException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
