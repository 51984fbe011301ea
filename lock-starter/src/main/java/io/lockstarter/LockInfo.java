package io.lockstarter;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Describes the holders and the waiters of a lock, for operators. They may have changed
 * before the caller reads them. A lock of type {@link LockType#READ} or
 * {@link LockType#SEMAPHORE} can have several holders.
 *
 * @param key the key
 * @param holders all holders: first those of this instance, then by remaining time; at
 * least one
 * @param waiters the waiters in the order in which they are served. They are instances
 * for a lock of type {@link LockType#EXCLUSIVE}, and callers for the other types.
 */
public record LockInfo(String key, List<Holder> holders, List<Waiter> waiters) {

	/**
	 * Describes a lock.
	 * @param key the key
	 * @param holders the holders; at least one
	 * @param waiters the waiters in the order in which they are served
	 * @throws IllegalArgumentException if there is no holder
	 */
	public LockInfo {
		holders = List.copyOf(holders);
		waiters = List.copyOf(waiters);
		if (holders.isEmpty()) {
			throw new IllegalArgumentException("The description of lock '" + key + "' needs at least one holder");
		}
	}

	/**
	 * Returns the first holder.
	 * @return the only holder, unless the lock is shared
	 */
	public Holder holder() {
		return this.holders.get(0);
	}

	/**
	 * Describes one holder of a lock.
	 *
	 * @param token its token
	 * @param type the type under which it holds the lock: {@link LockType#READ} or
	 * {@link LockType#WRITE} for a read/write lock
	 * @param instance its instance; empty if the value in the lock server is not a token
	 * of this library
	 * @param since the time at which its instance asked for the lock, on its own wall
	 * clock
	 * @param remaining the time for which the lock server keeps the hold without a
	 * renewal
	 * @param heldHere {@code true} if the holder is in this instance
	 * @param holds the number of its nested holds if it is in this instance, otherwise 0
	 */
	public record Holder(String token, LockType type, Optional<String> instance, Optional<Instant> since,
			Duration remaining, boolean heldHere, int holds) {
	}

	/**
	 * Describes one waiter in the queue of a lock.
	 *
	 * @param token its token
	 * @param type the type for which it waits
	 * @param instance its instance
	 * @param since the time at which its instance asked for the lock, on its own wall
	 * clock
	 */
	public record Waiter(String token, LockType type, Optional<String> instance, Optional<Instant> since) {
	}

}
