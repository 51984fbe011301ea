package io.lockstarter.faults.drive;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lockstarter.embedded.EmbeddedRedisException;
import io.lockstarter.faults.client.Worker;
import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

/**
 * Holds foreign locks under the same keys, as during a migration. The foreign owner sets
 * its own value, and deletes it later if it is unchanged.
 */
final class ForeignLocks {

	private static final String RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

	/** Reads the value and its expiry in one step. */
	private static final String LOOK = """
			local value = redis.call('GET', KEYS[1])
			return value and redis.call('PTTL', KEYS[1]) >= 0 and value .. ' with an expiry' or value
			""";

	/** Longer than any fault of a server, and longer than the time-out below. */
	private static final List<String> EXPIRY = List.of("PX", "120000");

	/** A failover may need several votes on a busy machine. */
	private static final int TIMEOUT = 90_000;

	private final Deployment deployment;

	private final int keys;

	private final History history;

	private int holds;

	ForeignLocks(Deployment deployment, int keys, History history) {
		this.deployment = deployment;
		this.keys = keys;
		this.history = history;
	}

	/**
	 * Returns foreign locks in the formats of hand-written locks, Spring Integration and
	 * ShedLock.
	 */
	List<Fault> all() {
		return List.of(
				new Fault("foreign value (UUID)", (random) -> hold(random, UUID.randomUUID().toString(), EXPIRY)),
				new Fault("foreign value (UUID, no expiry)",
						(random) -> hold(random, UUID.randomUUID().toString().replace("-", ""), List.of())),
				new Fault("foreign value (ShedLock)",
						(random) -> hold(random, "ADDED:2026-01-31T08:15:30.123Z@host" + random.nextInt(), EXPIRY)));
	}

	private void hold(RandomGenerator random, String value, List<String> expiry) {
		String key = take(random.nextInt(this.keys), value, expiry);
		String id = "foreign-0-" + ++this.holds;
		if (this.deployment.decidesAlone()) {
			this.history.add(Event.of(System.nanoTime(), Kind.ACQUIRED, key, id));
		}
		look(key, id, value, expiry);
		Pause.millis(random.nextInt(100, 600));
		look(key, id, value, expiry);
		retry(() -> call(key, "EVAL", RELEASE, "1", redisKey(key), value));
		if (retry(() -> call(key, "GET", redisKey(key))).startsWith(value)) {
			// The owner could not release it, which has been recorded. It must not stay.
			retry(() -> call(key, "DEL", redisKey(key)));
		}
	}

	/** Acquires the first key that is free. */
	private String take(int first, String value, List<String> expiry) {
		return Pause
			.first(TIMEOUT,
					() -> IntStream.range(first, first + this.keys)
						.mapToObj((number) -> Worker.key(number % this.keys))
						.filter((key) -> isTaken(key, value, expiry))
						.findFirst())
			.orElseThrow(() -> new IllegalStateException("No lock became free for a foreign owner in time"));
	}

	private boolean isTaken(String key, String value, List<String> expiry) {
		try {
			call(key, Stream.concat(Stream.of("SET", redisKey(key), value, "NX"), expiry.stream())
				.toArray(String[]::new));
		}
		catch (EmbeddedRedisException ex) {
			// The command may have been applied.
		}
		return retry(() -> call(key, "GET", redisKey(key))).startsWith(value);
	}

	private void look(String key, String id, String value, List<String> expiry) {
		long before = System.nanoTime();
		String found = retry(
				() -> expiry.isEmpty() ? call(key, "EVAL", LOOK, "1", redisKey(key)) : call(key, "GET", redisKey(key)));
		if (found.equals(value) && this.deployment.decidesAlone()) {
			this.history.add(Event.of(before, Kind.HELD, key, id));
		}
		this.history.add(Event.of(System.nanoTime(), Kind.FOREIGN, key, id).with("value", value).with("found", found));
	}

	private String call(String key, String... command) {
		return this.deployment.serverOf(redisKey(key)).command(command).text();
	}

	/** Retries while the server does not reply. */
	private static String retry(Supplier<String> call) {
		return Pause.first(TIMEOUT, () -> {
			try {
				return Optional.of(call.get());
			}
			catch (EmbeddedRedisException ex) { // killed, or no longer the master
				return Optional.<String>empty();
			}
		}).orElseThrow(() -> new IllegalStateException("The lock server did not reply to a foreign owner in time"));
	}

	private static String redisKey(String key) {
		return "lock:" + key;
	}

}
