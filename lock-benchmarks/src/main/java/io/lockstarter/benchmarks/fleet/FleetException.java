package io.lockstarter.benchmarks.fleet;

import org.jspecify.annotations.Nullable;

/** A contender cannot go on; the others can. */
public final class FleetException extends RuntimeException {

	public FleetException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
