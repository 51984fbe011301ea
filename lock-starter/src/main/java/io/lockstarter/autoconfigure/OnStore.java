package io.lockstarter.autoconfigure;

import io.lockstarter.autoconfigure.LockProperties.Store;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if the configured store is the given one. The value is read like the other
 * properties: blanks and upper case do not matter. An unknown store counts as Redis here,
 * and is refused when the properties are bound.
 */
abstract class OnStore implements Condition {

	private final Store store;

	private OnStore(Store store) {
		this.store = store;
	}

	@Override
	public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		return this.store == configured(context.getEnvironment());
	}

	/** Returns the configured store. */
	static Store configured(Environment environment) {
		try {
			return Binder.get(environment).bind(LockProperties.PREFIX + ".store", Store.class).orElse(Store.REDIS);
		}
		catch (BindException ex) {
			return Store.REDIS;
		}
	}

	/** Matches if locks are kept in Redis. */
	static final class Redis extends OnStore {

		Redis() {
			super(Store.REDIS);
		}

	}

	/** Matches if locks are kept in the memory of this JVM. */
	static final class Memory extends OnStore {

		Memory() {
			super(Store.MEMORY);
		}

	}

}
