package io.lockstarter.engine;

import java.util.random.RandomGenerator;

/** Draws the sleeps of {@link RetrySettings}. */
final class Backoff {

	private final RetrySettings settings;

	private final RandomGenerator random;

	Backoff(RetrySettings settings, RandomGenerator random) {
		this.settings = settings;
		this.random = random;
	}

	/**
	 * Returns the sleep before a retry.
	 * @param round the number of earlier sleeps
	 * @return nanoseconds
	 */
	long sleep(int round) {
		double initial = this.settings.initial().toNanos();
		double max = this.settings.max().toNanos();
		double longest = Math.min(initial * Math.pow(this.settings.multiplier(), round), max);
		return (long) (longest * (1 - this.settings.jitter() * this.random.nextDouble()));
	}

	/**
	 * Returns a short random time, to be added where many waiters would wake at the same
	 * time.
	 * @return nanoseconds, below the initial sleep
	 */
	long scatter() {
		return this.random.nextLong(this.settings.initial().toNanos());
	}

}
