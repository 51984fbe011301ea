package io.lockstarter;

/** Whether a release waits for the lock server's reply. */
public enum ReleaseMode {

	/** It does, so that the releaser itself learns whether the lock was lost before. */
	SYNC,

	/**
	 * It does not: one round trip less for the releaser. If the lock was lost before, or
	 * the release is not confirmed, listeners are told; it is repeated in the background.
	 */
	ASYNC

}
