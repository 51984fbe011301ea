package io.lockstarter;

import java.util.Objects;

/**
 * The lock was lost while it was thought to be held: what was done under it since may
 * have run beside another holder.
 */
public class LockLostException extends LockException {

	private final String key;

	private final LossCause lossCause;

	public LockLostException(String key, LossCause lossCause) {
		super("Lock '" + key + "' was lost: " + lossCause.text()
				+ ". Work done under it since may have run beside another holder: check it or roll it back.", null);
		this.key = Objects.requireNonNull(key);
		this.lossCause = lossCause;
	}

	/**
	 * The key of the lost lock.
	 * @return the key
	 */
	public String key() {
		return this.key;
	}

	/**
	 * How it was lost.
	 * @return the cause
	 */
	public LossCause lossCause() {
		return this.lossCause;
	}

}
