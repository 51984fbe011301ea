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
 * Locks of others under keys of ours, as during a migration: the owner sets a value of
 * its own, and deletes it later if it is still the same.
 */
final class ForeignLocks {

	private static final String RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

	/** The value, and whether it expires, in one step. */
	private static final String LOOK = """
			local value = redis.call('GET', KEYS[1])
			return value and redis.call('PTTL', KEYS[1]) >= 0 and value .. ' with an expiry' or value
			""";

	/** Longer than any server is out of order. */
	private static final List<String> EXPIRY = List.of("PX", "20000");

	private static final int PATIENCE = 20_000;

	private final Site site;

	private final int keys;

	private final History history;

	private int holds;

	ForeignLocks(Site site, int keys, History history) {
		this.site = site;
		this.keys = keys;
		this.history = history;
	}

	/** In the formats of hand-written locks and Spring Integration, and of ShedLock. */
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
		if (this.site.decidesAlone()) {
			this.history.add(Event.of(System.nanoTime(), Kind.GOT, key, id));
		}
		look(key, id, value, expiry);
		Pause.millis(random.nextInt(100, 600));
		look(key, id, value, expiry);
		insist(() -> call(key, "EVAL", RELEASE, "1", redisKey(key), value));
		if (insist(() -> call(key, "GET", redisKey(key))).startsWith(value)) {
			// Its owner could not release it, which has been recorded: it must not stay.
			insist(() -> call(key, "DEL", redisKey(key)));
		}
	}

	/** Takes that key which is free first. */
	private String take(int first, String value, List<String> expiry) {
		return Pause
			.first(PATIENCE,
					() -> IntStream.range(first, first + this.keys)
						.mapToObj((number) -> Worker.key(number % this.keys))
						.filter((key) -> isTaken(key, value, expiry))
						.findFirst())
			.orElseThrow(() -> new IllegalStateException("No lock was free for a foreign owner"));
	}

	private boolean isTaken(String key, String value, List<String> expiry) {
		try {
			call(key, Stream.concat(Stream.of("SET", redisKey(key), value, "NX"), expiry.stream())
				.toArray(String[]::new));
		}
		catch (EmbeddedRedisException ex) {
			// It may have been applied.
		}
		return insist(() -> call(key, "GET", redisKey(key))).startsWith(value);
	}

	private void look(String key, String id, String value, List<String> expiry) {
		long before = System.nanoTime();
		String found = insist(
				() -> expiry.isEmpty() ? call(key, "EVAL", LOOK, "1", redisKey(key)) : call(key, "GET", redisKey(key)));
		if (found.equals(value) && this.site.decidesAlone()) {
			this.history.add(Event.of(before, Kind.HELD, key, id));
		}
		this.history.add(Event.of(System.nanoTime(), Kind.FOREIGN, key, id).with("value", value).with("found", found));
	}

	private String call(String key, String... command) {
		return this.site.serverOf(redisKey(key)).command(command).text();
	}

	/** Asks again while the server is out of order. */
	private static String insist(Supplier<String> call) {
		return Pause.first(PATIENCE, () -> {
			try {
				return Optional.of(call.get());
			}
			catch (EmbeddedRedisException ex) { // killed, or not the master any more
				return Optional.<String>empty();
			}
		}).orElseThrow(() -> new IllegalStateException("The lock server does not answer a foreign owner"));
	}

	private static String redisKey(String key) {
		return "lock:" + key;
	}

}
