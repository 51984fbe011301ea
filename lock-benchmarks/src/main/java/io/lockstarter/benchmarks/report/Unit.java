package io.lockstarter.benchmarks.report;

import java.util.Locale;

/** Formats numbers with their unit. */
public enum Unit {

	MICROS(" µs"), MILLIS(" ms"), PER_SECOND("/s"), MILLIS_PER_SECOND(" ms/s"), COUNT("");

	private static final int LARGE = 100;

	private final String suffix;

	Unit(String suffix) {
		this.suffix = suffix;
	}

	String format(double value) {
		return number(value) + this.suffix;
	}

	static String number(double value) {
		if (Double.isInfinite(value)) {
			return "∞";
		}
		if (value == Math.rint(value) || Math.abs(value) >= LARGE) {
			return String.format(Locale.ROOT, "%,d", Math.round(value));
		}
		return String.format(Locale.ROOT, (Math.abs(value) >= 10) ? "%.1f" : "%.2f", value);
	}

}
