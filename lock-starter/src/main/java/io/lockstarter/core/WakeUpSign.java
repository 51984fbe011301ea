package io.lockstarter.core;

/** A sign that wake-ups do not arrive. */
enum WakeUpSign {

	/** The lock server counts no subscriber for them. */
	NOT_COUNTED,

	/**
	 * A token left the queue without a wake-up: it was granted the key, was passed over,
	 * or the key expired.
	 */
	NO_MESSAGE

}
