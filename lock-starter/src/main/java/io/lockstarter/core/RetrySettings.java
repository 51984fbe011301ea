package io.lockstarter.core;

import java.time.Duration;

/**
 * Random exponential backoff: the n-th sleep is drawn from the upper part of
 * {@code initial × multiplier^n}, at most {@code max}.
 *
 * @param initial the first sleep
 * @param max the longest sleep
 * @param multiplier by how much each sleep is longer than the one before
 * @param jitter which part of a sleep is random: 0 none, 1 all of it
 */
public record RetrySettings(Duration initial, Duration max, double multiplier, double jitter) {

	/** What applies where nothing is configured. */
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
