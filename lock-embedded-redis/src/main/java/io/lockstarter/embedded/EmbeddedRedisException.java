package io.lockstarter.embedded;

import org.jspecify.annotations.Nullable;

/** The embedded Redis could not be started or steered; the message says what to do. */
public class EmbeddedRedisException extends RuntimeException {

	public EmbeddedRedisException(String message) {
		this(message, null);
	}

	public EmbeddedRedisException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
