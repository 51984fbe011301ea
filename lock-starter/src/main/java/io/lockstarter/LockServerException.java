package io.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the lock server failed or could not be reached. The caller must assume that
 * it does not hold the lock. If the failed acquire left something in the lock server, it
 * is removed in the background as soon as the server answers, or it expires after the
 * ttl.
 */
public class LockServerException extends LockException {

	/**
	 * Creates an exception.
	 * @param message the message
	 * @param cause the cause, if any
	 */
	public LockServerException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
