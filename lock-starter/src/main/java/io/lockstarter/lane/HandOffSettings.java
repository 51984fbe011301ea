package io.lockstarter.lane;

import java.time.Duration;

/**
 * Limits how long callers of one instance pass a lease to each other. Within the limit,
 * no command is sent. After it, other instances can acquire the key.
 *
 * @param maxConsecutive how many hand-offs in a row; zero: none
 * @param maxDuration the longest time of hand-offs in a row
 */
public record HandOffSettings(int maxConsecutive, Duration maxDuration) {

	/** The default settings. */
	public static final HandOffSettings DEFAULT = new HandOffSettings(256, Duration.ofMillis(20));

	public HandOffSettings {
		if (maxConsecutive < 0) {
			throw new IllegalArgumentException("hand-off.max-consecutive must not be negative: " + maxConsecutive);
		}
		if (maxDuration.isNegative()) {
			throw new IllegalArgumentException("hand-off.max-duration must not be negative: " + maxDuration);
		}
	}

}
