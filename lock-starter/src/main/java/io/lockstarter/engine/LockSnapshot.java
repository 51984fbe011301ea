package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;

import io.lockstarter.LockRequest;
import org.jspecify.annotations.Nullable;

/**
 * Describes what this instance holds or waits for under one key. It may have changed
 * before the caller reads it. A key has several entries if its lock admits several
 * holders.
 *
 * @param key the key
 * @param holder the holder in this instance, or {@code null}
 * @param waiters the callers of this instance that wait, in their order
 */
public record LockSnapshot(String key, @Nullable Holder holder, List<Waiting> waiters) {

	/**
	 * Returns the number of callers of this instance that wait for a key.
	 * @param key the key
	 * @param all all entries
	 * @return the number
	 */
	public static int waiting(String key, List<LockSnapshot> all) {
		return all.stream().filter((each) -> each.key.equals(key)).mapToInt((each) -> each.waiters.size()).sum();
	}

	/**
	 * Describes a hold.
	 *
	 * @param request the request
	 * @param owner the thread that owns the hold; for an asynchronous request, an object
	 * that is no thread
	 * @param token the token
	 * @param held the time since it was acquired
	 * @param remaining the time until it ends without a renewal
	 * @param fence the fencing number, or zero
	 * @param depth the number of nested holds
	 */
	public record Holder(LockRequest request, Object owner, String token, Duration held, Duration remaining, long fence,
			int depth) {
	}

	/**
	 * Describes a caller that waits.
	 *
	 * @param request the request
	 * @param owner the thread that waits; for an asynchronous request, an object that is
	 * no thread
	 * @param waited the time since it asked
	 */
	public record Waiting(LockRequest request, Object owner, Duration waited) {
	}

}
