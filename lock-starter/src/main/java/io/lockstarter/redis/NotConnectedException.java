package io.lockstarter.redis;

import org.jspecify.annotations.Nullable;

/** Reports that there was no connection, so nothing was sent. */
final class NotConnectedException extends RuntimeException {

	private final boolean overdue;

	NotConnectedException(RuntimeException cause) {
		super(cause.getMessage(), cause);
		this.overdue = false;
	}

	NotConnectedException(String message) {
		super(message);
		this.overdue = false;
	}

	private NotConnectedException(String message, @Nullable Throwable lastFailure) {
		super(message, lastFailure);
		this.overdue = true;
	}

	/**
	 * Creates the exception for a caller that gave up before the attempt to connect
	 * ended.
	 * @param message the message
	 * @param lastFailure the failure of the previous attempt, if any
	 * @return the exception
	 */
	static NotConnectedException overdue(String message, @Nullable Throwable lastFailure) {
		return new NotConnectedException(message, lastFailure);
	}

	/**
	 * Returns whether the caller gave up; then the cause is that of an earlier attempt.
	 */
	boolean isOverdue() {
		return this.overdue;
	}

}
