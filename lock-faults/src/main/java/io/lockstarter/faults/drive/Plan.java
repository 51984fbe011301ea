package io.lockstarter.faults.drive;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

import io.lockstarter.faults.check.Invariant;
import io.lockstarter.faults.client.StarterLocks;
import org.jspecify.annotations.Nullable;

/**
 * One run.
 *
 * @param topology where the locks are
 * @param seed from which the order of the faults, their details and the clients' wishes
 * are drawn
 * @param duration how long faults go on at least; each happens once in any case
 * @param ttl of the locks
 * @param folder where the histories go
 * @param locks the class of the locks that are attacked
 * @param faults which faults are made
 * @param settings further settings of the clients
 * @param expected what is going to be broken: the run ends when it is; null: nothing
 */
public record Plan(Topology topology, long seed, Duration duration, Duration ttl, Path folder, String locks,
		Predicate<String> faults, List<String> settings, @Nullable Invariant expected) {

	static final int CLIENTS = 3;

	static final int THREADS = 4;

	private static final Duration TTL = Duration.ofMillis(1200);

	/** All faults against our locks. */
	public static Plan of(Topology topology, long seed, Duration duration, Path folder) {
		return new Plan(topology, seed, duration, TTL, folder, StarterLocks.class.getName(), (name) -> true, List.of(),
				null);
	}

	/** Other locks, and only some faults. */
	public Plan with(String locks, Predicate<String> faults, List<String> settings, @Nullable Invariant expected) {
		return new Plan(this.topology, this.seed, this.duration, this.ttl, this.folder, locks, faults, settings,
				expected);
	}

}
