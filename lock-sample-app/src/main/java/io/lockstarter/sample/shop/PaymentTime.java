package io.lockstarter.sample.shop;

import java.time.Duration;

/**
 * How long a payment takes, as a request says it.
 *
 * @param millis 0 to 10,000 milliseconds
 */
record PaymentTime(int millis) {

	private static final int LONGEST = 10_000;

	/** Public, so that Spring can make one of a parameter. */
	public PaymentTime {
		if (millis < 0 || millis > LONGEST) {
			throw new IllegalArgumentException("A payment takes 0 to " + LONGEST + " milliseconds; not " + millis);
		}
	}

	/** Of the text in a request. */
	public static PaymentTime valueOf(String text) {
		return new PaymentTime(Integer.parseInt(text));
	}

	Duration duration() {
		return Duration.ofMillis(this.millis);
	}

}
