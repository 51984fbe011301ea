package io.lockstarter.faults.drive;

import java.nio.file.Path;
import java.time.Duration;

/**
 * One run.
 *
 * @param topology where the locks are
 * @param seed from which the order of the faults, their details and the clients' wishes
 * are drawn
 * @param duration how long faults go on at least; each happens once in any case
 * @param ttl of the locks
 * @param folder where the histories go
 */
public record Plan(Topology topology, long seed, Duration duration, Duration ttl, Path folder) {

	static final int CLIENTS = 3;

	static final int THREADS = 4;

	static final int KEYS = 6;

}
