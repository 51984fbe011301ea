package io.lockstarter;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Describes the holders and the waiters of a lock, for operators. They may have changed
 * before the caller reads them. A lock of type {@link LockType#READ} or
 * {@link LockType#SEMAPHORE} can have several holders. The components up to {@code holds}
 * then describe the first of them.
 *
 * @param key the key
 * @param token the token of the first holder
 * @param instance the instance of the first holder; empty if the value in the lock server
 * is not a token of this library
 * @param since the time at which that instance asked for the lock, on its own wall clock
 * @param remaining the time for which the lock server keeps that hold without a renewal
 * @param heldHere {@code true} if this instance holds the lock
 * @param holds the number of nested holds of the first holder if this instance holds the
 * lock, otherwise 0
 * @param type the type of the lock, as its first holder acquired it
 * @param holders all holders: first those of this instance, then by remaining time
 * @param waiters the waiters in the order in which they are served. They are instances
 * for a lock of type {@link LockType#EXCLUSIVE}, and callers for the other types.
 */
public record LockInfo(String key, String token, Optional<String> instance, Optional<Instant> since, Duration remaining,
		boolean heldHere, int holds, LockType type, List<Holder> holders, List<Waiter> waiters) {

	/**
	 * Describes a lock.
	 * @param key the key
	 * @param token the token of the first holder
	 * @param instance the instance of the first holder
	 * @param since the time at which that instance asked for the lock
	 * @param remaining the remaining time of the first holder
	 * @param heldHere {@code true} if this instance holds the lock
	 * @param holds the number of nested holds of the first holder
	 * @param type the type of the lock
	 * @param holders all holders
	 * @param waiters the waiters in the order in which they are served
	 */
	public LockInfo {
		holders = List.copyOf(holders);
		waiters = List.copyOf(waiters);
	}

	/**
	 * Describes a lock of type {@link LockType#EXCLUSIVE} without waiters.
	 * @param key the key
	 * @param token the holder's token
	 * @param instance the holder's instance
	 * @param since the time at which that instance acquired the lock
	 * @param remaining the remaining time
	 * @param heldHere {@code true} if this instance holds the lock
	 * @param holds the number of nested holds
	 */
	public LockInfo(String key, String token, Optional<String> instance, Optional<Instant> since, Duration remaining,
			boolean heldHere, int holds) {
		this(key, token, instance, since, remaining, heldHere, holds, LockType.EXCLUSIVE,
				List.of(new Holder(token, LockType.EXCLUSIVE, instance, since, remaining, heldHere, holds)), List.of());
	}

	/**
	 * Describes a lock by its holders and waiters.
	 * @param key the key
	 * @param holders the holders; at least one
	 * @param waiters the waiters
	 * @return the description
	 */
	public static LockInfo of(String key, List<Holder> holders, List<Waiter> waiters) {
		Holder first = holders.get(0);
		return new LockInfo(key, first.token(), first.instance(), first.since(), first.remaining(), first.heldHere(),
				first.holds(), first.type(), holders, waiters);
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
