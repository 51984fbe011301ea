package io.lockstarter;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Describes the holder of a lock, for operators. The holder may have changed before the
 * caller reads it.
 *
 * @param key the key
 * @param token the holder's token
 * @param instance the instance that holds the lock; empty if the value in the lock server
 * is not a token of this library
 * @param since the time at which that instance acquired the lock, on its own wall clock
 * @param remaining the time for which the lock server keeps the lock without a renewal
 * @param heldHere {@code true} if this instance holds the lock
 * @param holds the number of nested holds of the owner if this instance holds the lock,
 * otherwise 0
 */
public record LockInfo(String key, String token, Optional<String> instance, Optional<Instant> since, Duration remaining,
		boolean heldHere, int holds) {
}
