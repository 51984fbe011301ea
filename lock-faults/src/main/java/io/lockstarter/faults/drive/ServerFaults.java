package io.lockstarter.faults.drive;

import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import io.lockstarter.embedded.EmbeddedRedis;

/** What happens to a Redis server that stays alive. */
final class ServerFaults {

	private static final int SHORT = 100;

	private final Function<RandomGenerator, EmbeddedRedis> choice;

	private final int longest;

	/**
	 * Faults of a server.
	 * @param choice which server is hit
	 * @param longest how long it is out of order at most, in milliseconds
	 */
	ServerFaults(Function<RandomGenerator, EmbeddedRedis> choice, int longest) {
		this.choice = choice;
		this.longest = longest;
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
		return new Fault(name, (random) -> action.hit(this.choice.apply(random), random.nextInt(SHORT, this.longest)));
	}

	/** What is done to a server, and for how long. */
	private interface Action {

		void hit(EmbeddedRedis redis, int millis);

	}

}
