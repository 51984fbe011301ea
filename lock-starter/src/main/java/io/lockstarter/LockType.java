package io.lockstarter;

/**
 * Selects which holders a lock admits at the same time, and in which order waiters
 * acquire it.
 *
 * <p>
 * All callers of one key must use the same type, apart from {@link #READ} and
 * {@link #WRITE}, which belong together. If different types meet on one key, the caller
 * that comes later is refused with an error that names both types.
 */
public enum LockType {

	/**
	 * One holder at a time. Callers of one instance can pass the lock on among
	 * themselves, so the order between instances is approximate. This is the fastest
	 * type, and the default.
	 */
	EXCLUSIVE,

	/**
	 * One holder at a time, first come, first served, over all instances and callers. The
	 * order is that in which the lock server received the first request of each caller.
	 */
	FAIR,

	/**
	 * Shared with other readers of the key, but not with a writer. A reader that comes
	 * after a waiting writer waits for that writer, so readers cannot keep a writer
	 * waiting forever.
	 */
	READ,

	/**
	 * Alone: neither with another writer nor with a reader. A writer may also acquire the
	 * {@link #READ} lock of the same key, and keep it after the release of the write
	 * lock. A reader that asks for the write lock is refused, since it would wait for
	 * itself.
	 */
	WRITE,

	/**
	 * As many holders at a time as the request has {@linkplain LockRequest#permits()
	 * permits}. Each holder has one permit. It is not reentrant: each acquisition takes
	 * another permit. Callers are served in the order of their requests. Only callers of
	 * one instance may pass a permit to each other first, for a short time.
	 */
	SEMAPHORE;

	/**
	 * Returns whether a lock of this type can have a fencing number. Only a lock with one
	 * holder at a time can.
	 * @return {@code false} for {@link #READ} and {@link #SEMAPHORE}
	 */
	public boolean hasFencing() {
		return this != READ && this != SEMAPHORE;
	}

}
