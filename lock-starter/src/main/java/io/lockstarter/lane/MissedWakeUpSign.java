package io.lockstarter.lane;

/** A sign that wake-ups do not arrive. */
public enum MissedWakeUpSign {

	/** The lock server counts no subscriber for them. */
	NOT_COUNTED,

	/**
	 * A token left the queue before the known expiry of the key, but no wake-up arrived.
	 */
	NO_MESSAGE

}
