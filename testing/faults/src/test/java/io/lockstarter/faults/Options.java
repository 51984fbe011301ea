package io.lockstarter.faults;

import java.time.Duration;
import java.util.Random;
import java.util.Set;

import io.lockstarter.faults.drive.Topology;

import org.springframework.util.StringUtils;

/**
 * The options of the command line.
 *
 * @param seed the seed of all random numbers; 0 selects a random seed
 * @param duration the duration of the faults on each topology
 * @param document true if the page of the documentation is written
 * @param topologies the names of the topologies to test; all if empty
 */
record Options(long seed, Duration duration, boolean document, Set<String> topologies) {

	private static final Duration SHORT = Duration.ofSeconds(60);

	static Options ofSystem() {
		long seed = Long.getLong("faults.seed", 1);
		return new Options((seed != 0) ? seed : new Random().nextInt(1, Integer.MAX_VALUE),
				Duration.ofSeconds(Long.getLong("faults.seconds", 8)), Boolean.getBoolean("faults.document"),
				StringUtils.commaDelimitedListToSet(System.getProperty("faults.topologies")));
	}

	/**
	 * Returns true if the topology is tested. A short run skips a topology that is like
	 * another one.
	 */
	boolean includes(Topology topology) {
		if (!this.topologies.isEmpty()) {
			return this.topologies.contains(topology.name());
		}
		return topology != Topology.SENTINEL_ACKED || this.duration.compareTo(SHORT) > 0;
	}

}
