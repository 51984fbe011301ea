package io.lockstarter;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a lock was not acquired. The attempt leaves nothing behind: no hold, no
 * renewal, and no place in a queue.
 */
public class LockNotAcquiredException extends LockException {

	/** The key of the lock. */
	private final String key;

	/** The reason why the lock was not acquired. */
	private final Reason reason;

	/**
	 * Creates an exception.
	 * @param key the key of the lock
	 * @param reason the reason why it was not acquired
	 * @param message the message
	 * @param cause the cause, if any
	 */
	public LockNotAcquiredException(String key, Reason reason, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.key = Objects.requireNonNull(key);
		this.reason = Objects.requireNonNull(reason);
	}

	/**
	 * Creates an exception with a short message, for a lock service of a test.
	 * @param key the key of the lock
	 * @param reason the reason why it was not acquired
	 */
	public LockNotAcquiredException(String key, Reason reason) {
		this(key, reason, "Lock '" + key + "' was not acquired: " + reason, null);
	}

	/**
	 * Returns the key of the lock.
	 * @return the key, as the {@link LockRequestCustomizer}s have changed it
	 */
	public String key() {
		return this.key;
	}

	/**
	 * Returns the reason why the lock was not acquired.
	 * @return the reason
	 */
	public Reason reason() {
		return this.reason;
	}

	/** Names the reason why a lock was not acquired. */
	public enum Reason {

		/** Another holder had the lock until the wait time was over. */
		BUSY,

		/** The waiting thread was interrupted; its interrupt flag is set. */
		INTERRUPTED,

		/** The future of {@link LockService#acquireAsync} was canceled. */
		CANCELLED,

		/** The lock service is shutting down or was shut down. */
		SHUTDOWN,

		/**
		 * The key is in use by a lock of another {@link LockType}. The message names both
		 * types. Neither {@link OnBusy#SKIP} nor a fallback method hides this.
		 */
		TYPE_CONFLICT,

		/**
		 * The caller holds the {@link LockType#READ} lock of the key and asked for the
		 * {@link LockType#WRITE} lock. It would wait for itself.
		 */
		UPGRADE

	}

}
