package io.lockstarter.store;

import io.lockstarter.LockBackendException;
import org.jspecify.annotations.Nullable;

/** A command on the lock server failed, or its outcome is not known. */
public final class StoreException extends LockBackendException {

	private final Outcome outcome;

	public StoreException(Outcome outcome, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.outcome = outcome;
	}

	/**
	 * What is known of the command.
	 * @return the outcome
	 */
	public Outcome outcome() {
		return this.outcome;
	}

	/** What is known of a command that failed. */
	public enum Outcome {

		/** It was refused and would be again: a missing permission, a wrong type. */
		REFUSED,

		/** It was not applied, but may be if it is sent again: no connection, loading. */
		NOT_APPLIED,

		/** It may have been applied, or may still be: a time-out, a broken connection. */
		UNKNOWN

	}

}
