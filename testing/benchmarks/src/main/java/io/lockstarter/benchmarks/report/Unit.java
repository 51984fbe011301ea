package io.lockstarter.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Formats numbers with their unit. */
public enum Unit {

	MICROS(" µs"), MILLIS(" ms"), PER_SECOND("/s"), MILLIS_PER_SECOND(" ms/s"), MEGABYTES(" MB"), KILOBYTES(" KB"),
	COUNT("");

	private static final int LARGE = 100;

	/** Above this, three digits are enough. */
	private static final int ROUNDED = 10_000;

	private static final double SMALL = 0.1;

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
		if (Math.abs(value) >= ROUNDED) {
			double step = Math.pow(10, Math.floor(Math.log10(Math.abs(value))) - 2);
			return String.format(Locale.ROOT, "%,d", Math.round(Math.rint(value / step) * step));
		}
		if (value == Math.rint(value) || Math.abs(value) >= LARGE) {
			return String.format(Locale.ROOT, "%,d", Math.round(value));
		}
		if (Math.abs(value) < SMALL) {
			return new BigDecimal(value).round(new MathContext(2)).toPlainString();
		}
		return String.format(Locale.ROOT, (Math.abs(value) >= 10) ? "%.1f" : "%.2f", value);
	}

}
