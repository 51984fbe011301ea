package io.lockstarter.redis;

import java.time.Duration;

/**
 * Defines how many replicas must acknowledge a lock.
 *
 * @param least the number of replicas; zero for none
 * @param timeout the longest wait for them
 * @param required whether a lock with too few acknowledgments is released; otherwise a
 * warning is logged
 */
public record ReplicaAcks(int least, Duration timeout, boolean required) {

	/** Requires no acknowledgments. */
	public static final ReplicaAcks NONE = new ReplicaAcks(0, Duration.ZERO, false);

	public ReplicaAcks {
		if (least < 0 || timeout.isNegative()) {
			throw new IllegalArgumentException("The number of replicas and the time-out must not be negative: " + least
					+ " replicas within " + timeout);
		}
	}

}
