package io.lockstarter.faults.drive;

import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import io.lockstarter.embedded.EmbeddedRedis;

/** The faults of a Redis server that stays alive. */
final class ServerFaults {

	private static final int SHORT = 100;

	private final Function<RandomGenerator, EmbeddedRedis> choice;

	private final int maxMillis;

	/**
	 * Creates the faults.
	 * @param choice selects the server of a fault
	 * @param maxMillis the maximum duration of a fault in milliseconds
	 */
	ServerFaults(Function<RandomGenerator, EmbeddedRedis> choice, int maxMillis) {
		this.choice = choice;
		this.maxMillis = maxMillis;
	}

	List<Fault> all() {
		return List.of(fault("Redis frozen (SIGSTOP)", (redis, millis) -> {
			redis.pause();
			Pause.millis(millis);
			redis.resume();
		}), fault("CLIENT PAUSE", (redis, millis) -> {
			redis.command("CLIENT", "PAUSE", Integer.toString(millis), "ALL");
			Pause.millis(millis);
		}), fault("CLIENT KILL", (redis, millis) -> {
			redis.command("CLIENT", "KILL", "TYPE", "normal");
			redis.command("CLIENT", "KILL", "TYPE", "pubsub");
		}), fault("DEBUG SLEEP", (redis, millis) -> redis.command("DEBUG", "SLEEP", Double.toString(millis / 1000.0))),
				fault("SCRIPT FLUSH", (redis, millis) -> redis.command("SCRIPT", "FLUSH")),
				fault("min-replicas not met", (redis, millis) -> {
					redis.command("CONFIG", "SET", "min-replicas-to-write", "9");
					Pause.millis(millis);
					redis.command("CONFIG", "SET", "min-replicas-to-write", "0");
				}));
	}

	private Fault fault(String name, Action action) {
		return new Fault(name,
				(random) -> action.inject(this.choice.apply(random), random.nextInt(SHORT, this.maxMillis)));
	}

	/** Injects a fault into a server for a time. */
	private interface Action {

		void inject(EmbeddedRedis redis, int millis);

	}

}
