package io.lockstarter.annotation;

import java.util.function.UnaryOperator;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/**
 * Replaces <code>${…}</code> while an application is built. What only the running one
 * knows becomes a zero, which is both a text and an expression.
 */
final class BuildTimeProperties implements UnaryOperator<String> {

	private final ConfigurableBeanFactory beans;

	BuildTimeProperties(ConfigurableBeanFactory beans) {
		this.beans = beans;
	}

	@Override
	public String apply(String text) {
		try {
			String resolved = this.beans.resolveEmbeddedValue(text);
			return (resolved == null || resolved.contains("${")) ? unknown(text) : resolved;
		}
		catch (IllegalArgumentException ex) {
			return unknown(text);
		}
	}

	private static String unknown(String text) {
		return text.replaceAll("\\$\\{[^}]*}+", "0");
	}

}
