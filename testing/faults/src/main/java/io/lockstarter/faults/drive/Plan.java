package io.lockstarter.faults.drive;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

import io.lockstarter.faults.check.Invariant;
import io.lockstarter.faults.client.StarterLocks;
import org.jspecify.annotations.Nullable;

/**
 * The plan of one run.
 *
 * @param topology the Redis servers
 * @param seed the seed of the order of the faults, of their details and of the calls of
 * the clients
 * @param duration the minimum duration of the faults; each fault is injected at least
 * once
 * @param ttl the ttl of the locks
 * @param folder the folder of the histories
 * @param locks the class of the locks under test
 * @param faults selects the faults by name
 * @param settings further settings of the clients
 * @param expected the invariant that the locks are expected to break, which ends the run;
 * null if none
 */
public record Plan(Topology topology, long seed, Duration duration, Duration ttl, Path folder, String locks,
		Predicate<String> faults, List<String> settings, @Nullable Invariant expected) {

	static final int CLIENTS = 3;

	static final int THREADS = 4;

	private static final Duration TTL = Duration.ofMillis(1200);

	/** Plans all faults against the locks of the library. */
	public static Plan of(Topology topology, long seed, Duration duration, Path folder) {
		return new Plan(topology, seed, duration, TTL, folder, StarterLocks.class.getName(), (name) -> true, List.of(),
				null);
	}

	/** Plans some faults against other locks. */
	public Plan with(String locks, Predicate<String> faults, List<String> settings, @Nullable Invariant expected) {
		return new Plan(this.topology, this.seed, this.duration, this.ttl, this.folder, locks, faults, settings,
				expected);
	}

}
