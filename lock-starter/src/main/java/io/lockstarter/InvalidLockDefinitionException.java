package io.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * A lock was defined in a way that cannot work; the message names the fix. It stops the
 * application at start-up. What only a call can show is an exception of that call, which
 * has not taken a lock: arguments of which no key can be made, or a condition that fails.
 */
public class InvalidLockDefinitionException extends LockException {

	public InvalidLockDefinitionException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
