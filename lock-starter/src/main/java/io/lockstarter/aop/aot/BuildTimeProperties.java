package io.lockstarter.aop.aot;

import java.util.function.UnaryOperator;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/**
 * Replaces <code>${…}</code> while an application is built. A value that is only known at
 * run time becomes a zero, which is a valid text and a valid expression.
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
