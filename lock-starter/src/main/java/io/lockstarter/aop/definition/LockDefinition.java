package io.lockstarter.aop.definition;

import java.time.Duration;
import java.util.List;

import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.OnLost;
import io.lockstarter.aop.key.ConditionExpression;
import io.lockstarter.aop.key.KeyTemplate;
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
 * @param fencing {@code true} if a call takes a fencing number
 * @param type the type of the lock
 * @param permits the number of permits if it is a semaphore
 * @param whenBusy the reaction to a busy lock
 * @param onLost the reaction to a loss
 * @param condition decides whether a call is locked
 */
public record LockDefinition(List<KeyTemplate> keys, @Nullable Duration ttl, @Nullable Duration waitTime, boolean renew,
		@Nullable Duration maxHold, @Nullable Duration minHold, boolean fencing, LockType type, Permits permits,
		WhenBusy whenBusy, OnLost onLost, @Nullable ConditionExpression condition) {

	/**
	 * Returns whether a call is locked.
	 * @param arguments the arguments of the call
	 * @return {@code false} if the condition excludes the call
	 */
	public boolean applies(@Nullable Object[] arguments) {
		return this.condition == null || this.condition.matches(arguments);
	}

	/**
	 * Returns whether a lock of another type may have the same key.
	 * @param other the other type
	 * @return {@code true} if the types are equal, or if both belong to a read/write lock
	 */
	public boolean mayShareKeyWith(LockType other) {
		return mayShareKey(this.type, other);
	}

	/**
	 * Returns whether locks of two types may have the same key.
	 * @param type the one type
	 * @param other the other type
	 * @return {@code true} if the types are equal, or if both belong to a read/write lock
	 */
	public static boolean mayShareKey(LockType type, LockType other) {
		return other == type || (isReadOrWrite(other) && isReadOrWrite(type));
	}

	private static boolean isReadOrWrite(LockType type) {
		return type == LockType.READ || type == LockType.WRITE;
	}

	/**
	 * Creates the request of a call for one of the keys.
	 * @param template the template of the key
	 * @param arguments the arguments of the call
	 * @return the request
	 */
	public LockRequest request(KeyTemplate template, @Nullable Object[] arguments) {
		return request(template, template.resolve(arguments));
	}

	/**
	 * Creates the requests of a call for one of the templates.
	 * @param template the template, which may expand a collection
	 * @param arguments the arguments of the call
	 * @return the requests; none if the collection is empty
	 */
	public List<LockRequest> requests(KeyTemplate template, @Nullable Object[] arguments) {
		return template.resolveAll(arguments).stream().map((key) -> request(template, key)).toList();
	}

	private LockRequest request(KeyTemplate template, String key) {
		try {
			LockRequest request = LockRequest.of(key)
				.withName(template.template())
				.withTtl(this.ttl)
				.withWaitTime(this.waitTime)
				.withRenew(this.renew)
				.withMaxHold(this.maxHold)
				.withMinHold(this.minHold)
				.withType(this.type)
				.withFencing(this.fencing);
			return (this.type == LockType.SEMAPHORE) ? request.withPermits(this.permits.get()) : request;
		}
		catch (IllegalArgumentException ex) {
			// The definition was checked at start-up, so only the values can be wrong.
			throw template.refuse(ex);
		}
	}

}
