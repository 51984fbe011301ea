package io.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Superclass of all lock exceptions: lock not acquired, lock lost, stale fencing number,
 * lock server failed, invalid definition.
 */
public abstract class LockException extends RuntimeException {

	/**
	 * Creates an exception.
	 * @param message the message
	 * @param cause the cause, if any
	 */
	protected LockException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
