package io.lockstarter.autoconfigure.failure;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Formats durations in messages as they are written in a properties file. */
public final class Durations {

	private static final Duration DAY = Duration.ofDays(1);

	private Durations() {
	}

	public static String text(Duration value) {
		if (value.compareTo(DAY) >= 0 || value.compareTo(DAY.negated()) <= 0) {
			return value.equals(Duration.ofDays(value.toDays())) ? value.toDays() + "d" : value.toString();
		}
		if (isWhole(value, ChronoUnit.SECONDS)) {
			return value.toSeconds() + "s";
		}
		if (isWhole(value, ChronoUnit.MILLIS)) {
			return value.toMillis() + "ms";
		}
		return isWhole(value, ChronoUnit.MICROS) ? value.toNanos() / 1000 + "us" : value.toNanos() + "ns";
	}

	private static boolean isWhole(Duration value, ChronoUnit unit) {
		return value.equals(value.truncatedTo(unit));
	}

}
