package io.lockstarter.embedded;

import org.jspecify.annotations.Nullable;

/**
 * Reports that the embedded Redis could not be started or controlled. The message says
 * what to do.
 */
public class EmbeddedRedisException extends RuntimeException {

	public EmbeddedRedisException(String message) {
		this(message, null);
	}

	public EmbeddedRedisException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
