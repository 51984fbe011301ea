package io.lockstarter.observability.actuator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.lockstarter.LockInfo;
import io.lockstarter.LockType;
import io.lockstarter.engine.TokenHash;
import io.lockstarter.internal.InstanceId;
import org.jspecify.annotations.Nullable;

/**
 * Describes a lock as the lock server knows it.
 *
 * @param key the key
 * @param held whether the lock has a holder
 * @param type the type, if it has a holder
 * @param holders the holders
 * @param waiters the queue, first the one that is served next
 */
public record LockDescription(String key, boolean held, @Nullable LockType type, List<Holder> holders,
		List<Waiter> waiters) {

	static LockDescription free(String key) {
		return new LockDescription(key, false, null, List.of(), List.of());
	}

	static LockDescription of(String key, LockInfo info) {
		return new LockDescription(key, true, info.holder().type(), info.holders().stream().map(Holder::of).toList(),
				info.waiters().stream().map(Waiter::of).toList());
	}

	/**
	 * Describes a holder.
	 *
	 * @param instance its instance, or {@code null} if another program wrote the key
	 * @param id the full id of its instance
	 * @param type the type under which it holds the lock
	 * @param since the time at which it asked for the lock, on its own clock
	 * @param remaining the time until the lock server ends the hold without a renewal
	 * @param here whether it is in this instance
	 * @param token a hash of its token
	 */
	public record Holder(@Nullable String instance, @Nullable String id, LockType type, @Nullable Instant since,
			Duration remaining, boolean here, String token) {

		private static Holder of(LockInfo.Holder holder) {
			return new Holder(holder.instance().map(InstanceId::parse).map(InstanceId::toString).orElse(null),
					holder.instance().orElse(null), holder.type(), holder.since().orElse(null), holder.remaining(),
					holder.heldHere(), TokenHash.of(holder.token()));
		}

	}

	/**
	 * Describes a waiter in the queue.
	 *
	 * @param instance its instance
	 * @param id the full id of its instance
	 * @param type the type for which it waits
	 * @param since the time at which it asked for the lock, on its own clock
	 */
	public record Waiter(@Nullable String instance, @Nullable String id, LockType type, @Nullable Instant since) {

		private static Waiter of(LockInfo.Waiter waiter) {
			return new Waiter(waiter.instance().map(InstanceId::parse).map(InstanceId::toString).orElse(null),
					waiter.instance().orElse(null), waiter.type(), waiter.since().orElse(null));
		}

	}

}
