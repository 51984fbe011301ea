package io.lockstarter.faults;

import java.time.Duration;
import java.util.Random;
import java.util.Set;

import io.lockstarter.faults.drive.Topology;

import org.springframework.util.StringUtils;

/**
 * What can be chosen on the command line.
 *
 * @param seed from which everything is drawn; if it is 0, any
 * @param duration of the faults on each topology
 * @param document whether the page of the documentation is written
 * @param topologies the names of those that are attacked; if empty, all
 */
record Options(long seed, Duration duration, boolean document, Set<String> topologies) {

	private static final Duration SHORT = Duration.ofSeconds(60);

	static Options ofSystem() {
		long seed = Long.getLong("faults.seed", 1);
		return new Options((seed != 0) ? seed : new Random().nextInt(1, Integer.MAX_VALUE),
				Duration.ofSeconds(Long.getLong("faults.seconds", 8)), Boolean.getBoolean("faults.document"),
				StringUtils.commaDelimitedListToSet(System.getProperty("faults.topologies")));
	}

	/** Whether it is attacked; in the short form, only those that differ most are. */
	boolean includes(Topology topology) {
		if (!this.topologies.isEmpty()) {
			return this.topologies.contains(topology.name());
		}
		return topology != Topology.SENTINEL_ACKED || this.duration.compareTo(SHORT) > 0;
	}

}
