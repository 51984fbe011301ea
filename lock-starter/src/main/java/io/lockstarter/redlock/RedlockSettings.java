package io.lockstarter.redlock;

import java.time.Duration;
import java.util.List;

/**
 * Holds the settings of a {@link RedlockStore}.
 *
 * @param nodes the masters, which are independent of each other
 * @param nodeTimeout the longest wait for a node's reply
 * @param driftFactor the largest difference in speed between clocks, as a fraction of the
 * ttl
 * @param prefix the prefix of every key in Redis
 * @param ttl the usual ttl: a restarted node is not used for at least this time
 * @param longestSleep the longest sleep of a waiter between two attempts
 */
public record RedlockSettings(List<NodeUri> nodes, Duration nodeTimeout, double driftFactor, String prefix,
		Duration ttl, Duration longestSleep) {

	/** With fewer nodes, none could fail. */
	public static final int FEWEST_NODES = 3;

	public static final double MAX_DRIFT_FACTOR = 0.5;

	private static final Duration USUAL_SLEEP = Duration.ofMillis(250);

	public RedlockSettings {
		nodes = List.copyOf(nodes);
		if (nodes.size() < FEWEST_NODES) {
			throw new IllegalArgumentException("Redlock needs at least " + FEWEST_NODES + " nodes: " + nodes);
		}
		if (nodes.stream().map(NodeUri::address).distinct().count() < nodes.size()) {
			throw new IllegalArgumentException("A server counts only once: " + nodes);
		}
		if (nodeTimeout.isNegative() || nodeTimeout.isZero()) {
			throw new IllegalArgumentException("The time-out of a node must be above zero: " + nodeTimeout);
		}
		if (!(driftFactor >= 0 && driftFactor <= MAX_DRIFT_FACTOR)) {
			throw new IllegalArgumentException("The drift factor must be from 0 to " + MAX_DRIFT_FACTOR);
		}
	}

	/**
	 * Creates settings with the default sleep of waiters.
	 * @param nodes the masters
	 * @param nodeTimeout the longest wait for a node's reply
	 * @param driftFactor the largest difference in speed between clocks, as a fraction of
	 * the ttl
	 * @param prefix the prefix of every key in Redis
	 * @param ttl the usual ttl
	 */
	public RedlockSettings(List<NodeUri> nodes, Duration nodeTimeout, double driftFactor, String prefix, Duration ttl) {
		this(nodes, nodeTimeout, driftFactor, prefix, ttl, USUAL_SLEEP);
	}

}
