package io.lockstarter;

/** Selects whether a release waits for the reply of the lock server. */
public enum ReleaseMode {

	/** Waits for the reply, so the caller learns whether the lock had been lost. */
	SYNC,

	/**
	 * Does not wait, which saves the caller one round trip. Only a release that gives way
	 * to other instances while callers of this instance wait is still confirmed first.
	 * Listeners receive a loss that happened before the release, and a release that is
	 * not confirmed. An unconfirmed release is retried in the background.
	 */
	ASYNC

}
