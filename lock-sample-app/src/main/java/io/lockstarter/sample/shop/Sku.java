package io.lockstarter.sample.shop;

import java.util.regex.Pattern;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The name of an article.
 *
 * @param value up to 40 lower-case letters, digits and hyphens
 */
public record Sku(@JsonValue String value) {

	private static final Pattern PATTERN = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

	/** Public, so that Spring can create a sku from a path variable. */
	public Sku {
		if (!PATTERN.matcher(value).matches()) {
			throw new IllegalArgumentException("A sku is 1 to 40 lower-case letters, digits and hyphens");
		}
	}

	@Override
	public String toString() {
		return this.value;
	}

}
