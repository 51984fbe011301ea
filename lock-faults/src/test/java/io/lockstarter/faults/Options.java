package io.lockstarter.faults;

import java.time.Duration;
import java.util.Random;

/**
 * What can be chosen on the command line.
 *
 * @param seed from which everything is drawn; if it is 0, any
 * @param duration of the faults on each topology
 * @param document whether the page of the documentation is written
 */
record Options(long seed, Duration duration, boolean document) {

	static Options ofSystem() {
		long seed = Long.getLong("faults.seed", 1);
		return new Options((seed != 0) ? seed : new Random().nextInt(1, Integer.MAX_VALUE),
				Duration.ofSeconds(Long.getLong("faults.seconds", 8)), Boolean.getBoolean("faults.document"));
	}

}
