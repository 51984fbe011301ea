package io.lockstarter.aop.key;

import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * Resolves <code>${…}</code> placeholders from the environment.
 */
final class EnvironmentProperties {

	private EnvironmentProperties() {
	}

	static String resolve(String property, TemplatePosition site, UnaryOperator<String> environment) {
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
