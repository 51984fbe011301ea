package io.lockstarter.core;

import java.time.Duration;

/**
 * How long a lease stays in the instance while callers of it wait: it is handed on from
 * one to the next without the lock server, until other instances get their turn.
 *
 * @param maxConsecutive how many times in a row; zero: never
 * @param maxDuration for how long in a row
 */
public record HandOffSettings(int maxConsecutive, Duration maxDuration) {

	/** What applies where nothing is configured. */
	public static final HandOffSettings DEFAULT = new HandOffSettings(256, Duration.ofMillis(20));

	public HandOffSettings {
		if (maxConsecutive < 0) {
			throw new IllegalArgumentException(
					"The number of consecutive hand-offs must not be negative: " + maxConsecutive);
		}
		if (maxDuration.isNegative()) {
			throw new IllegalArgumentException("The duration of hand-offs must not be negative: " + maxDuration);
		}
	}

}
