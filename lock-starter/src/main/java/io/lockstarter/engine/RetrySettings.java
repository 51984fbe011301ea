package io.lockstarter.engine;

import java.time.Duration;

/**
 * Defines an exponential backoff with jitter. Sleep n (from 0) has the upper limit {@code
 * min(initial × multiplier^n, max)}. Its length is random between (1 − jitter) × limit
 * and the limit.
 *
 * @param initial the first sleep
 * @param max the longest sleep
 * @param multiplier the ratio of each sleep to the one before
 * @param jitter the random part of a sleep: 0 none, 1 all of it
 */
public record RetrySettings(Duration initial, Duration max, double multiplier, double jitter) {

	/** The default settings. */
	public static final RetrySettings DEFAULT = new RetrySettings(Duration.ofMillis(10), Duration.ofMillis(250), 2.0,
			0.5);

	public RetrySettings {
		check(initial.compareTo(Duration.ofMillis(1)) >= 0, "initial interval", initial, "must be at least 1 ms");
		check(max.compareTo(initial) >= 0, "max interval", max, "must not be below the initial interval " + initial);
		check(max.compareTo(Duration.ofMinutes(1)) <= 0, "max interval", max, "must not be above one minute");
		check(multiplier >= 1 && multiplier <= 10, "multiplier", multiplier, "must be between 1 and 10");
		check(jitter >= 0 && jitter <= 1, "jitter", jitter, "must be between 0 and 1");
	}

	private static void check(boolean ok, String what, Object value, String problem) {
		if (!ok) {
			throw new IllegalArgumentException("Retry: " + what + " '" + value + "' " + problem);
		}
	}

}
