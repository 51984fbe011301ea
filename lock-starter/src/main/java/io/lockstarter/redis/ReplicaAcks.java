package io.lockstarter.redis;

import java.time.Duration;

/**
 * How many replicas have to have a lock before it counts.
 *
 * @param least how many; zero: nobody is asked
 * @param timeout how long to wait for them
 * @param required whether a lock that too few have is given back; otherwise it is logged
 */
public record ReplicaAcks(int least, Duration timeout, boolean required) {

	/** Nobody is asked. */
	public static final ReplicaAcks NONE = new ReplicaAcks(0, Duration.ZERO, false);

	public ReplicaAcks {
		if (least < 0 || timeout.isNegative()) {
			throw new IllegalArgumentException("Not negative: " + least + " replicas within " + timeout);
		}
	}

}
