package io.lockstarter.redlock;

import org.jspecify.annotations.Nullable;

/** Reports that a command was not sent to a node, so it was certainly not applied. */
final class NotSentException extends RuntimeException {

	NotSentException(String message, @Nullable Throwable cause) {
		// Without a stack trace: if a node is down, every command creates an exception.
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
