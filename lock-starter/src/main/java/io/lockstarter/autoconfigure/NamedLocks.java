package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import io.lockstarter.LockRequest;
import io.lockstarter.LockRequestCustomizer;
import io.lockstarter.aop.definition.DurationSyntax;
import org.jspecify.annotations.Nullable;

/**
 * Applies the properties of single locks, {@code distributed-lock.locks}, to requests of
 * these names. They take precedence over the values in code.
 */
final class NamedLocks implements LockRequestCustomizer {

	private final Map<String, LockProperties.Lock> locks;

	NamedLocks(Map<String, LockProperties.Lock> locks) {
		this.locks = Map.copyOf(locks);
	}

	Set<String> names() {
		return this.locks.keySet();
	}

	@Override
	public LockRequest customize(LockRequest request) {
		LockProperties.Lock lock = this.locks.get(request.name());
		if (lock == null) {
			return request;
		}
		LockRequest changed = request;
		changed = (lock.ttl() != null) ? changed.withTtl(lock.ttl()) : changed;
		Duration waitTime = waitTime(lock);
		changed = (waitTime != null) ? changed.withWaitTime(waitTime) : changed;
		changed = (lock.maxHold() != null) ? changed.withMaxHold(lock.maxHold()) : changed;
		return (lock.fencing() != null) ? changed.withFencing(lock.fencing()) : changed;
	}

	private static @Nullable Duration waitTime(LockProperties.Lock lock) {
		String text = lock.waitTime();
		return (text == null || text.isBlank()) ? null : DurationSyntax.WAIT_TIME.parse(text);
	}

}
