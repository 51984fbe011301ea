package io.lockstarter.key;

import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * Asks the environment for a <code>${…}</code>.
 */
final class Properties {

	private Properties() {
	}

	static String resolve(String property, Site site, UnaryOperator<String> environment) {
		@Nullable String value;
		try {
			value = environment.apply(property);
		}
		catch (RuntimeException ex) {
			throw site.refuse(property + " cannot be resolved: " + ex.getMessage(),
					"set the property, or give a default: ${name:default}", ex);
		}
		if (value == null) {
			throw site.refuse(property + " cannot be resolved", "set the property, or give a default: ${name:default}");
		}
		return value;
	}

}
