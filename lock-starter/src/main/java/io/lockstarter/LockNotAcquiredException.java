package io.lockstarter;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The lock was not acquired, and nothing of the attempt is left behind: no hold, no
 * renewal, no place in a queue.
 */
public class LockNotAcquiredException extends LockException {

	private final String key;

	private final Reason reason;

	public LockNotAcquiredException(String key, Reason reason, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.key = Objects.requireNonNull(key);
		this.reason = Objects.requireNonNull(reason);
	}

	/**
	 * The key that was asked for.
	 * @return the key
	 */
	public String key() {
		return this.key;
	}

	/**
	 * Why it was not acquired.
	 * @return the reason
	 */
	public Reason reason() {
		return this.reason;
	}

	/** Why a lock was not acquired. */
	public enum Reason {

		/** Somebody else held it until the wait time was over. */
		BUSY,

		/** The waiting thread was interrupted; its interrupt flag is set. */
		INTERRUPTED,

		/** The future of {@link LockService#acquireAsync} was cancelled. */
		CANCELLED,

		/** The lock service is shutting down. */
		SHUTDOWN

	}

}
