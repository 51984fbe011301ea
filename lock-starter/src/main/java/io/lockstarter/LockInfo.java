package io.lockstarter;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Who has a lock, for an operator's eyes: it may have changed by the time it is read.
 *
 * @param key the key
 * @param token the holder's token
 * @param instance the instance that holds it; empty if the value in the lock server is
 * not a token of this library
 * @param since when that instance got it, on its own wall clock
 * @param remaining how long the lock server keeps it if it is not renewed
 * @param heldHere whether it is held by this instance
 * @param holds how often its owner has entered it, if it is held here; otherwise 0
 */
public record LockInfo(String key, String token, Optional<String> instance, Optional<Instant> since, Duration remaining,
		boolean heldHere, int holds) {
}
