package io.lockstarter.benchmarks.peers;

import java.time.Duration;

/**
 * The settings of a contender. The lease is 30 s for all contenders.
 *
 * @param port the port of its Redis, on the loopback address
 * @param renewing true if locks must be renewed while they are held; otherwise libraries
 * with optional renewal do not renew
 */
public record ContenderSettings(int port, boolean renewing) {

	static final Duration LEASE = Duration.ofSeconds(30);

	/** Longer than any wait in a scenario. A contender that waits longer has failed. */
	static final Duration TIMEOUT = Duration.ofMinutes(1);

	static final String HOST = "127.0.0.1";

}
