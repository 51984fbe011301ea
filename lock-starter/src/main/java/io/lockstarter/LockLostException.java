package io.lockstarter;

import java.util.Objects;

/**
 * Thrown if a lock was lost while the caller still relied on it. Another holder may have
 * run at the same time since then.
 */
public class LockLostException extends LockException {

	/** The key of the lost lock. */
	private final String key;

	/** The reason of the loss. */
	private final Reason reason;

	/**
	 * Creates an exception.
	 * @param key the key of the lost lock
	 * @param reason the reason of the loss
	 */
	public LockLostException(String key, Reason reason) {
		super("Lock '" + key + "' was lost: " + reason.text()
				+ ". Since then, another holder may have worked at the same time: check the work or roll it back.",
				null);
		this.key = Objects.requireNonNull(key);
		this.reason = reason;
	}

	/**
	 * Returns the key of the lost lock.
	 * @return the key
	 */
	public String key() {
		return this.key;
	}

	/**
	 * Returns the reason of the loss.
	 * @return the reason
	 */
	public Reason reason() {
		return this.reason;
	}

	/** Names the reason why a held lock was lost. */
	public enum Reason {

		/** The key in the lock server is gone, or belongs to another holder. */
		NOT_OURS(
				"the key in the lock server no longer has the token of this hold (the key expired, was evicted or deleted, "
						+ "or another holder has it)"),

		/**
		 * The ttl ended. Either renewal was off, or no renewal succeeded in time, or this
		 * process was paused.
		 */
		EXPIRED("its ttl ran out before it was renewed or released (a fixed ttl that was too short, "
				+ "an unreachable lock server, or a paused process)"),

		/** The {@code maxHold} of the request is over. */
		MAX_HOLD("it was held for longer than its maxHold"),

		/** Another caller released the lock by its token. */
		RELEASED_BY_TOKEN("another caller released it with LockService.release(key, token)"),

		/** An operator released the lock with {@link LockAdmin#forceRelease}. */
		FORCED("an operator took it away with LockAdmin.forceRelease"),

		/** The lock service shut down before the holder released the lock. */
		SHUTDOWN("the lock service shut down before it was released"),

		/**
		 * The leadership of a {@code LeaderElection} ended. An action of the leader
		 * receives it from {@link LockScope#ensureHeld()}. No lock is lost for this
		 * reason.
		 */
		LEADERSHIP_ENDED("the leadership of this instance has ended");

		private final String text;

		Reason(String text) {
			this.text = text;
		}

		String text() {
			return this.text;
		}

	}

}
