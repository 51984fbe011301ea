package io.lockstarter.sample.shop.web;

import java.time.Duration;

/**
 * The duration of a payment in a request.
 *
 * @param millis 0 to 10,000 milliseconds
 */
record PaymentTime(int millis) {

	private static final int MAX_MILLIS = 10_000;

	/** Public, so that Spring can create it from a request parameter. */
	public PaymentTime {
		if (millis < 0 || millis > MAX_MILLIS) {
			throw new IllegalArgumentException(
					"The payment must be 0 to " + MAX_MILLIS + " milliseconds, but is " + millis);
		}
	}

	public static PaymentTime valueOf(String text) {
		return new PaymentTime(Integer.parseInt(text));
	}

	Duration duration() {
		return Duration.ofMillis(this.millis);
	}

}
