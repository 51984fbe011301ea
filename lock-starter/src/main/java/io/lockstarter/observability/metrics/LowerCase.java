package io.lockstarter.observability.metrics;

import java.util.Locale;

/** Converts constants to the values of tags. */
final class LowerCase {

	private LowerCase() {
	}

	static String of(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}

}
