package io.lockstarter;

/** How a held lock was lost. */
public enum LossCause {

	/** The lock server says that the key is gone, or that it belongs to somebody else. */
	NOT_OURS("the lock server no longer has it under our token (it expired, was evicted, deleted or taken over)"),

	/**
	 * The ttl ran out: renewal was not asked for, or did not succeed in time, or this
	 * process was paused.
	 */
	EXPIRED("its ttl ran out before it was renewed or released (a fixed ttl that was too short, "
			+ "an unreachable lock server, or a paused process)"),

	/** The longest time that the request allowed is over. */
	MAX_HOLD("it was held for longer than its maxHold"),

	/** Somebody released it by its token. */
	RELEASED_BY_TOKEN("it was released by its token from elsewhere"),

	/** The lock service shut down before the holder was done. */
	SHUTDOWN("the lock service shut down before it was released");

	private final String text;

	LossCause(String text) {
		this.text = text;
	}

	String text() {
		return this.text;
	}

}
