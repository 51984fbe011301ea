package io.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * The lock server failed or could not be reached. Nothing is known to be held: an acquire
 * that ends so is cleaned up in the background as soon as the server answers, and by its
 * ttl at the latest.
 */
public class LockBackendException extends LockException {

	public LockBackendException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
