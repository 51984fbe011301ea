package io.lockstarter;

import java.util.Objects;

/**
 * Thrown if a lock was lost while the caller still relied on it. Another holder may have
 * run at the same time since then.
 */
public class LockLostException extends LockException {

	/** The key of the lost lock. */
	private final String key;

	/** The cause of the loss. */
	private final LockLostException.Reason lossCause;

	/**
	 * Creates an exception.
	 * @param key the key of the lost lock
	 * @param lossCause the cause of the loss
	 */
	public LockLostException(String key, LockLostException.Reason lossCause) {
		super("Lock '" + key + "' was lost: " + lossCause.text()
				+ ". Since then, another holder may have worked at the same time: check the work or roll it back.",
				null);
		this.key = Objects.requireNonNull(key);
		this.lossCause = lossCause;
	}

	/**
	 * Returns the key of the lost lock.
	 * @return the key
	 */
	public String key() {
		return this.key;
	}

	/**
	 * Returns the cause of the loss.
	 * @return the cause
	 */
	public LockLostException.Reason reason() {
		return this.lossCause;
	}

}
