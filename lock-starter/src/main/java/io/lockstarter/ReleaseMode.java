package io.lockstarter;

/** Selects whether a release waits for the reply of the lock server. */
public enum ReleaseMode {

	/** Waits for the reply, so the caller learns whether the lock had been lost. */
	SYNC,

	/**
	 * Does not wait, which saves the caller one round trip. It still waits if callers of
	 * this instance wait and another instance is next. Listeners receive a loss that
	 * happened before the release, and a release that is not confirmed. An unconfirmed
	 * release is retried in the background.
	 */
	ASYNC

}
