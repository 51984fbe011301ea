package io.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the definition of a lock cannot work. The message says how to fix it. Most
 * such errors stop the application at start-up. Some errors are only visible in a call:
 * arguments that cannot form a key, and a condition that fails. That call then throws
 * this exception, and has not acquired a lock.
 */
public class InvalidLockDefinitionException extends LockException {

	/**
	 * Creates an exception.
	 * @param message the message
	 * @param cause the cause, if any
	 */
	public InvalidLockDefinitionException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
