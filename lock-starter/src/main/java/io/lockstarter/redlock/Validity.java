package io.lockstarter.redlock;

import java.util.concurrent.TimeUnit;

import io.lockstarter.store.ClockMargin;

/**
 * Calculates how long a lock is valid although clocks run at different speeds: the ttl on
 * the nodes, and the time that is left after their replies.
 *
 * @param driftFactor the largest difference in speed between clocks, as a fraction of the
 * ttl
 */
record Validity(double driftFactor) {

	/** The fraction that the engine subtracts from the requested ttl. */
	private static final double CORE_FACTOR = ClockMargin.PERCENT / 100.0;

	/**
	 * Returns the ttl for the nodes. It is longer if more drift is expected than the
	 * engine subtracts. So the lease of the engine ends before the locks on the nodes.
	 * @param ttlMillis the requested ttl
	 * @return the ttl for the nodes
	 */
	long onNodes(long ttlMillis) {
		if (this.driftFactor <= CORE_FACTOR) {
			return ttlMillis;
		}
		return (long) Math.ceil(ttlMillis * (1 - CORE_FACTOR) / (1 - this.driftFactor));
	}

	/**
	 * Returns the remaining validity of a lock.
	 * @param nodeMillis the ttl on the nodes
	 * @param elapsed the nanoseconds since just before the command was sent
	 * @return the remaining nanoseconds; the lock is not valid if this is not above zero
	 */
	long left(long nodeMillis, long elapsed) {
		long drift = (long) (TimeUnit.MILLISECONDS.toNanos(nodeMillis) * this.driftFactor) + ClockMargin.FIXED;
		return TimeUnit.MILLISECONDS.toNanos(nodeMillis) - elapsed - drift;
	}

}
