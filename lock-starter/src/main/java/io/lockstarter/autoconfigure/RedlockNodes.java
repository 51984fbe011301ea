package io.lockstarter.autoconfigure;

import java.util.List;

import io.lockstarter.autoconfigure.LockProperties.Store;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Reads the Redlock nodes before the properties are bound. */
final class RedlockNodes {

	private RedlockNodes() {
	}

	/** Returns the configured nodes, in one property or in several. */
	static List<String> of(Environment environment) {
		return Binder.get(environment)
			.bind(LockProperties.PREFIX + ".redlock.nodes", Bindable.listOf(String.class))
			.orElse(List.of());
	}

	/** Returns whether the locks are on Redlock nodes. */
	static boolean areConfigured(Environment environment) {
		return OnStore.configured(environment) == Store.REDIS && !of(environment).isEmpty();
	}

}
