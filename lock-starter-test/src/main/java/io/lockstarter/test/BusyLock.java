package io.lockstarter.test;

import io.lockstarter.LockHandle;

/** A lock that another instance holds, for a test. */
public final class BusyLock implements AutoCloseable {

	private final LockHandle handle;

	BusyLock(LockHandle handle) {
		this.handle = handle;
	}

	/**
	 * Returns the key of the lock.
	 * @return the key
	 */
	public String key() {
		return this.handle.key();
	}

	/**
	 * Returns whether the other instance still holds the lock.
	 * @return {@code false} after a release, or after the lock was lost
	 */
	public boolean isHeld() {
		return this.handle.isHeld();
	}

	/** Releases the lock. A second call has no effect. */
	public void release() {
		this.handle.release();
	}

	/** {@linkplain #release() Releases} the lock. */
	@Override
	public void close() {
		release();
	}

}
