package io.lockstarter.redlock;

import java.util.concurrent.TimeUnit;

/**
 * For how long a lock is ours, in spite of clocks that run at different speeds: what the
 * nodes are told, and what is left of it after their replies.
 *
 * @param driftFactor the part of a ttl by which clocks may differ
 */
record Validity(double driftFactor) {

	/** What the core takes off by itself; it counts on from the ttl that it asked for. */
	private static final double CORE_FACTOR = 0.01;

	private static final long MARGIN = TimeUnit.MILLISECONDS.toNanos(2);

	/**
	 * The ttl for the nodes. Where more drift is expected than the core allows for, it is
	 * longer, so that what the core believes ends in time all the same.
	 * @param ttlMillis the ttl that was asked for
	 * @return the ttl that the nodes get
	 */
	long onNodes(long ttlMillis) {
		if (this.driftFactor <= CORE_FACTOR) {
			return ttlMillis;
		}
		return (long) Math.ceil(ttlMillis * (1 - CORE_FACTOR) / (1 - this.driftFactor));
	}

	/**
	 * What is left of a lock.
	 * @param nodeMillis the ttl that the nodes got
	 * @param elapsed nanoseconds since before it was sent
	 * @return nanoseconds; not above zero: it is not ours
	 */
	long left(long nodeMillis, long elapsed) {
		long drift = (long) (TimeUnit.MILLISECONDS.toNanos(nodeMillis) * this.driftFactor) + MARGIN;
		return TimeUnit.MILLISECONDS.toNanos(nodeMillis) - elapsed - drift;
	}

}
