package io.lockstarter;

import org.jspecify.annotations.Nullable;

/** A lock was defined in a way that cannot work; the message names the fix. */
public class InvalidLockDefinitionException extends LockException {

	public InvalidLockDefinitionException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
