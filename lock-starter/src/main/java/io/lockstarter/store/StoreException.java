package io.lockstarter.store;

import io.lockstarter.LockServerException;
import org.jspecify.annotations.Nullable;

/** Thrown if a command on the lock server failed, or if its outcome is not known. */
public final class StoreException extends LockServerException {

	private final Outcome outcome;

	private final String reason;

	public StoreException(Outcome outcome, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.outcome = outcome;
		this.reason = message;
	}

	private StoreException(StoreException original) {
		super(String.valueOf(original.getMessage()), original.getCause());
		this.outcome = original.outcome;
		this.reason = original.reason;
	}

	/**
	 * Creates an exception whose message is "Could not", the attempt and the reason.
	 * @param outcome what is known of the command
	 * @param attempt the attempt, such as "renew lock 'order:42'"
	 * @param reason the reason of the failure and what to do, without the key
	 * @param cause the cause, if any
	 */
	public StoreException(Outcome outcome, String attempt, String reason, @Nullable Throwable cause) {
		super("Could not " + attempt + ": " + reason, cause);
		this.outcome = outcome;
		this.reason = reason;
	}

	/**
	 * Returns what is known of the command.
	 * @return the outcome
	 */
	public Outcome outcome() {
		return this.outcome;
	}

	/**
	 * Returns a copy that has the stack trace of the calling thread.
	 * @return the copy
	 */
	public StoreException copy() {
		return new StoreException(this);
	}

	/**
	 * Returns the reason of the failure, for messages that name the key already.
	 * @return the message without the attempt
	 */
	public String reason() {
		return this.reason;
	}

	/** Classifies a failed command. */
	public enum Outcome {

		/**
		 * The server refused it, and would refuse it again: a missing permission, a wrong
		 * type.
		 */
		REFUSED,

		/**
		 * It was not applied, but another try may succeed: no connection, server is
		 * loading.
		 */
		NOT_APPLIED,

		/**
		 * It may have been applied, or may be applied later: a time-out, a broken
		 * connection.
		 */
		UNKNOWN

	}

}
