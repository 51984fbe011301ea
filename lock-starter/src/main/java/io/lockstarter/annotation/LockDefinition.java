package io.lockstarter.annotation;

import java.time.Duration;
import java.util.List;

import io.lockstarter.LockRequest;
import io.lockstarter.OnLost;
import io.lockstarter.key.ConditionExpression;
import io.lockstarter.key.KeyTemplate;
import org.jspecify.annotations.Nullable;

/**
 * One annotation on one method, read and checked. What is {@code null} is as configured.
 *
 * @param keys the templates of the keys; at least one
 * @param ttl the ttl
 * @param waitTime the wait time
 * @param renew whether it is renewed
 * @param maxHold the longest hold
 * @param minHold the shortest time that the key stays taken
 * @param fence whether it takes a fencing number
 * @param whenBusy what a call gets that does not get the lock
 * @param onLost what a call gets that loses it
 * @param condition whether a call is locked
 */
record LockDefinition(List<KeyTemplate> keys, @Nullable Duration ttl, @Nullable Duration waitTime, boolean renew,
		@Nullable Duration maxHold, @Nullable Duration minHold, boolean fence, WhenBusy whenBusy, OnLost onLost,
		@Nullable ConditionExpression condition) {

	boolean applies(@Nullable Object[] arguments) {
		return this.condition == null || this.condition.matches(arguments);
	}

	Wanted wanted(KeyTemplate template, @Nullable Object[] arguments) {
		String key = template.resolve(arguments);
		try {
			return new Wanted(this, new LockRequest(key, template.template(), this.ttl, this.waitTime, this.renew,
					this.maxHold, this.minHold, null, this.fence));
		}
		catch (IllegalArgumentException ex) {
			// The definition was checked at start-up, so only the values can be wrong.
			throw template.refuse(ex);
		}
	}

}
