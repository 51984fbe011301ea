package io.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Root of all that can go wrong with a lock: contention, loss, a failing backend, a wrong
 * definition.
 */
public abstract class LockException extends RuntimeException {

	protected LockException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
