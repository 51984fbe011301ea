package io.lockstarter.core;

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
	 * The sleep before a retry.
	 * @param round how many sleeps there were before
	 * @return nanoseconds
	 */
	long sleep(int round) {
		double initial = this.settings.initial().toNanos();
		double max = this.settings.max().toNanos();
		double longest = Math.min(initial * Math.pow(this.settings.multiplier(), round), max);
		return (long) (longest * (1 - this.settings.jitter() * this.random.nextDouble()));
	}

	/**
	 * A little time to add where many would otherwise wake at the same moment.
	 * @return nanoseconds, below the initial sleep
	 */
	long scatter() {
		return this.random.nextLong(this.settings.initial().toNanos());
	}

}
