package io.lockstarter.lane;

import java.time.Duration;

/**
 * Limits how long callers of one instance pass a lease to each other. Within the limit,
 * no command is sent. After it, other instances can acquire the key.
 *
 * @param maxConsecutive how many hand-offs in a row; zero: none
 * @param maxDuration the longest time of hand-offs in a row
 * @param slice the time after a waiting caller has taken the lease in which a new caller
 * may take it before the other waiting callers; zero: callers are served strictly in
 * order
 * @param passes how many hand-offs during one wake-up show that holds are short. A
 * waiting caller that is passed so often sleeps until the end of the slice.
 */
public record HandOffSettings(int maxConsecutive, Duration maxDuration, Duration slice, int passes) {

	/** The default settings. */
	public static final HandOffSettings DEFAULT = new HandOffSettings(256, Duration.ofMillis(20),
			Duration.ofNanos(200_000));

	public HandOffSettings(int maxConsecutive, Duration maxDuration, Duration slice) {
		this(maxConsecutive, maxDuration, slice, 4);
	}

	public HandOffSettings {
		if (maxConsecutive < 0) {
			throw new IllegalArgumentException("hand-off.max-consecutive must not be negative: " + maxConsecutive);
		}
		if (maxDuration.isNegative()) {
			throw new IllegalArgumentException("hand-off.max-duration must not be negative: " + maxDuration);
		}
		if (slice.isNegative()) {
			throw new IllegalArgumentException("hand-off.slice must not be negative: " + slice);
		}
	}

}
