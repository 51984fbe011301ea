package io.lockstarter.annotation.definition;

import java.time.Duration;
import java.util.List;

import io.lockstarter.LockRequest;
import io.lockstarter.OnLost;
import io.lockstarter.key.ConditionExpression;
import io.lockstarter.key.KeyTemplate;
import org.jspecify.annotations.Nullable;

/**
 * Holds the checked attributes of one annotation on one method. A {@code null} component
 * means that the configuration decides.
 *
 * @param keys the templates of the keys; at least one
 * @param ttl the ttl
 * @param waitTime the wait time
 * @param renew {@code true} if the lock is renewed
 * @param maxHold the longest hold
 * @param minHold the shortest time for which the key stays locked
 * @param fence {@code true} if a call takes a fencing number
 * @param whenBusy the reaction to a busy lock
 * @param onLost the reaction to a loss
 * @param condition decides whether a call is locked
 */
public record LockDefinition(List<KeyTemplate> keys, @Nullable Duration ttl, @Nullable Duration waitTime, boolean renew,
		@Nullable Duration maxHold, @Nullable Duration minHold, boolean fence, WhenBusy whenBusy, OnLost onLost,
		@Nullable ConditionExpression condition) {

	/**
	 * Returns whether a call is locked.
	 * @param arguments the arguments of the call
	 * @return {@code false} if the condition excludes the call
	 */
	public boolean applies(@Nullable Object[] arguments) {
		return this.condition == null || this.condition.matches(arguments);
	}

	/**
	 * Creates the request of a call for one of the keys.
	 * @param template the template of the key
	 * @param arguments the arguments of the call
	 * @return the request
	 */
	public LockRequest request(KeyTemplate template, @Nullable Object[] arguments) {
		String key = template.resolve(arguments);
		try {
			return new LockRequest(key, template.template(), this.ttl, this.waitTime, this.renew, this.maxHold,
					this.minHold, null, this.fence);
		}
		catch (IllegalArgumentException ex) {
			// The definition was checked at start-up, so only the values can be wrong.
			throw template.refuse(ex);
		}
	}

}
