package io.lockstarter.autoconfigure;

import io.lockstarter.autoconfigure.LockProperties.Store;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Decides where locks are kept, read as the properties are read: blanks and capitals do
 * not matter. What is none of the stores counts as Redis here, and is refused when the
 * properties are bound.
 */
abstract class OnStore implements Condition {

	private final Store store;

	private OnStore(Store store) {
		this.store = store;
	}

	@Override
	public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		try {
			return Binder.get(context.getEnvironment())
				.bind(LockProperties.PREFIX + ".store", Store.class)
				.orElse(Store.REDIS) == this.store;
		}
		catch (BindException ex) {
			return this.store == Store.REDIS;
		}
	}

	/** In Redis. */
	static final class Redis extends OnStore {

		Redis() {
			super(Store.REDIS);
		}

	}

	/** In this JVM. */
	static final class Memory extends OnStore {

		Memory() {
			super(Store.MEMORY);
		}

	}

}
