package io.lockstarter.benchmarks.peers;

import java.time.Duration;

/**
 * What a contender is started with. The lease is 30 s for everybody.
 *
 * @param port of its Redis, on the loopback address
 * @param renewing whether locks must be renewed while they are held; a library whose
 * renewal is an extra goes without where that is not what is measured
 */
public record Connecting(int port, boolean renewing) {

	static final Duration LEASE = Duration.ofSeconds(30);

	/** Longer than any wait in a scenario: a contender that takes longer has failed. */
	static final Duration PATIENCE = Duration.ofMinutes(1);

	static final String HOST = "127.0.0.1";

}
