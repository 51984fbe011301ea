package io.lockstarter.core;

import io.lockstarter.store.MonotonicClock;

/**
 * Counts how often a lease was handed on inside the instance since other instances had
 * their turn. Guarded by the lane's lock.
 */
final class Turns {

	private long since = MonotonicClock.NEVER;

	private int count;

	/** Somebody has it now; its time counts from the first. */
	void begin(long now) {
		this.since = Math.min(this.since, now);
	}

	/** Whether it may be handed on once more. */
	boolean another(HandOffSettings bounds, long now) {
		boolean within = this.count < bounds.maxConsecutive()
				&& now < MonotonicClock.plus(this.since, bounds.maxDuration().toNanos());
		if (within) {
			this.count++;
		}
		return within;
	}

	/** The others did not want their turn. */
	void anew(long now) {
		this.since = now;
		this.count = 0;
	}

}
