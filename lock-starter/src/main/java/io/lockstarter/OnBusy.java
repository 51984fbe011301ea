package io.lockstarter;

/**
 * Decides what the caller of an annotated method receives if the lock is still busy at
 * the end of the wait time.
 */
public enum OnBusy {

	/** Throws {@link LockNotAcquiredException}. */
	THROW,

	/**
	 * Skips the method, without waiting for the lock, and returns an empty result:
	 * {@code null}, an empty {@code Optional}, collection, stream or array, or a stage
	 * that is already complete with one of these. A method that returns a primitive
	 * cannot use it; the application does not start then.
	 * <p>
	 * A call waits only if a wait time is set for this lock: by
	 * {@link DistributedLock#waitTime()}, by the property
	 * {@code distributed-lock.locks.*.wait-time}, or by a {@link LockRequestCustomizer}.
	 * The wait time of all locks, {@code distributed-lock.wait-time}, does not count.
	 */
	SKIP

}
