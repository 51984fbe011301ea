package io.lockstarter.redlock;

import org.jspecify.annotations.Nullable;

/** A node was not sent a command: for sure it was not applied there. */
final class NotSentException extends RuntimeException {

	NotSentException(String message, @Nullable Throwable cause) {
		// Without a stack trace: for a node that is down, one is made for each command.
		super(message, cause, false, false);
	}

	static NotSentException notConnected(@Nullable Throwable why) {
		Throwable cause = why;
		while (cause != null && cause.getCause() != null) {
			cause = cause.getCause();
		}
		return new NotSentException("no connection" + ((cause != null) ? " (" + cause.getMessage() + ")" : ""), cause);
	}

}
