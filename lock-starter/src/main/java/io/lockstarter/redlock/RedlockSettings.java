package io.lockstarter.redlock;

import java.time.Duration;
import java.util.List;

/**
 * What a {@link RedlockStore} is told.
 *
 * @param nodes the masters, independent of each other
 * @param nodeTimeout how long to wait for a node's reply
 * @param driftFactor by which part of a ttl clocks may differ in their speed
 * @param prefix what every key in Redis starts with
 * @param ttl the usual ttl: a node that was restarted gives no locks for at least as long
 * @param longestSleep the longest sleep before an instance that waits asks again
 */
public record RedlockSettings(List<NodeUri> nodes, Duration nodeTimeout, double driftFactor, String prefix,
		Duration ttl, Duration longestSleep) {

	/** With fewer, no node could fail. */
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
	 * Where those who wait ask again as often as by default.
	 * @param nodes the masters
	 * @param nodeTimeout how long to wait for a node's reply
	 * @param driftFactor by which part of a ttl clocks may differ in their speed
	 * @param prefix what every key in Redis starts with
	 * @param ttl the usual ttl
	 */
	public RedlockSettings(List<NodeUri> nodes, Duration nodeTimeout, double driftFactor, String prefix, Duration ttl) {
		this(nodes, nodeTimeout, driftFactor, prefix, ttl, USUAL_SLEEP);
	}

}
