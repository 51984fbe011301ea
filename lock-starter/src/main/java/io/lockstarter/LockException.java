package io.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Superclass of all lock exceptions: lock not acquired, lock lost, stale fencing number,
 * lock server failed, invalid definition.
 */
public abstract class LockException extends RuntimeException {

	protected LockException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
