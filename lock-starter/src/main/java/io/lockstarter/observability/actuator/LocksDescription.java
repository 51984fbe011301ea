package io.lockstarter.observability.actuator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.lockstarter.LockType;
import org.jspecify.annotations.Nullable;

/**
 * Describes what this instance holds and waits for.
 *
 * @param instance the instance
 * @param holds its holds
 * @param waiting its callers that wait
 */
public record LocksDescription(String instance, List<Held> holds, List<Waiting> waiting) {

	/**
	 * Describes a hold.
	 *
	 * @param key the key
	 * @param name the name of the lock
	 * @param type the type of the lock
	 * @param method the annotated method, if it is known
	 * @param thread the thread that owns it, if there is one
	 * @param since the time at which it was acquired
	 * @param remaining the time until it ends without a renewal
	 * @param fencingNumber the fencing number, if it has one
	 * @param token a hash of the token
	 * @param waiters the number of callers of this instance that wait for the key
	 */
	public record Held(String key, String name, LockType type, @Nullable String method, @Nullable String thread,
			Instant since, Duration remaining, @Nullable Long fencingNumber, String token, int waiters) {
	}

	/**
	 * Describes a caller that waits.
	 *
	 * @param key the key
	 * @param name the name of the lock
	 * @param type the type of the lock
	 * @param method the annotated method, if it is known
	 * @param thread the thread that waits, if there is one
	 * @param since the time at which it asked
	 */
	public record Waiting(String key, String name, LockType type, @Nullable String method, @Nullable String thread,
			Instant since) {
	}

}
