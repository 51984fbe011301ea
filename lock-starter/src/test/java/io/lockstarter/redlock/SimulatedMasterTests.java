package io.lockstarter.redlock;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Checks that the model of a node answers like a real server. */
@Timeout(120)
class SimulatedMasterTests {

	private static final String[] NONE = {};

	private static final String TTL = "60000";

	/** A number that is higher than any clock. */
	private static final long AHEAD = 4_000_000_000_000_000L;

	private final Random random = new Random(1);

	private final SimulatedMaster model = new SimulatedMaster(
			() -> TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()), SimulatedFlaw.NONE);

	@Test
	void answersAsARealServerDoes() throws Exception {
		try (EmbeddedRedis server = EmbeddedRedis.start();
				NodeClient client = new NodeClient(null, MonotonicClock.system())) {
			NodeConnection real = connect(client, server);
			for (int i = 0; i < 2000; i++) {
				String token = "i" + this.random.nextInt(2) + ":" + this.random.nextInt(3);
				compare(this.model, real, token, this.random.nextInt(8));
			}
		}
	}

	/** One ttl for all keys, and one for each. */
	@Test
	void renewsSeveralKeysAsARealServerDoes() throws Exception {
		String[] locks = { "lock:k", "lock:l" };
		try (EmbeddedRedis server = EmbeddedRedis.start();
				NodeClient client = new NodeClient(null, MonotonicClock.system())) {
			NodeConnection real = connect(client, server);
			for (String lock : locks) {
				assertThat(this.model.set(lock, "t", 60_000, true)).isTrue();
				assertThat(real.set(lock, "t", 60_000, true).get(60, TimeUnit.SECONDS)).isTrue();
			}
			for (String[] args : List.of(new String[] { "t", "t", "1000000" },
					new String[] { "t", "t", "2000000", "4000000" })) {
				same(this.model, real, NodeScript.RENEW, locks, args);
				for (String lock : locks) {
					assertThat(remaining(this.model.eval(NodeScript.INSPECT, new String[] { lock }, NONE)))
						.isCloseTo(remaining(
								real.eval(NodeScript.INSPECT, new String[] { lock }, NONE).get(60, TimeUnit.SECONDS)),
								within(120_000L));
				}
			}
		}
	}

	private static long remaining(Object reply) {
		return ((Number) ((List<?>) reply).get(1)).longValue();
	}

	private static NodeConnection connect(NodeClient client, EmbeddedRedis server) throws Exception {
		return client.connect(NodeUri.parse("redis://" + server.host() + ":" + server.port()))
			.toCompletableFuture()
			.get(60, TimeUnit.SECONDS);
	}

	private void compare(SimulatedMaster model, NodeConnection real, String token, int command) throws Exception {
		String[] lock = { "lock:k" };
		String[] counted = { "lock:k", "counter" };
		String[] marked = { "lock:k", "counter", "mark" };
		switch (command) {
			case 0 -> assertThat(model.set("lock:k", token, 60_000, true))
				.isEqualTo(real.set("lock:k", token, 60_000, true).get(60, TimeUnit.SECONDS));
			case 1 -> same(model, real, NodeScript.CONTEND, lock, token, TTL, "");
			case 2 -> same(model, real, NodeScript.RENEW, lock, token, TTL);
			case 3 -> same(model, real, NodeScript.INSPECT, lock);
			case 4 ->
				same(model, real, NodeScript.FENCE, counted, token, TTL, "2", Integer.toString(this.random.nextInt(2)));
			case 5 ->
				same(model, real, NodeScript.RAISE, counted, token, Long.toString(AHEAD + this.random.nextInt(100)));
			case 6 -> assertThat(model.set("mark", Keys.instance(token), 60_000, false))
				.isEqualTo(real.set("mark", Keys.instance(token), 60_000, false).get(60, TimeUnit.SECONDS));
			default -> {
				long fence = List.of(-1L, 0L, AHEAD + this.random.nextInt(100)).get(this.random.nextInt(3));
				String keep = (this.random.nextInt(4) == 0) ? TTL : "0";
				// Most locks never had a number, so they have no counter.
				marked[1] = (fence <= 0 && this.random.nextBoolean()) ? "missing" : "counter";
				same(model, real, NodeScript.RELEASE, marked, token, keep, Long.toString(fence));
				// Otherwise no later command could acquire a lock that is kept.
				same(model, real, NodeScript.RELEASE, marked, Release.TOMBSTONE, "0", "-1");
			}
		}
		same(model, real, NodeScript.INSPECT, lock);
		Object counter = real.eval(NodeScript.INSPECT, new String[] { "counter" }, NONE).get(60, TimeUnit.SECONDS);
		assertThat(rough(model.eval(NodeScript.INSPECT, new String[] { "counter" }, NONE))).isEqualTo(rough(counter));
	}

	private static void same(SimulatedMaster model, NodeConnection real, NodeScript<?> script, String[] keys,
			String... args) throws Exception {
		Object expected = real.eval(script, keys, args).get(60, TimeUnit.SECONDS);
		assertThat(rough(model.eval(script, keys, args))).as("%s %s", List.of(keys), List.of(args))
			.isEqualTo(rough(expected));
	}

	/**
	 * Removes values that depend on the current time: remaining times and fencing
	 * numbers.
	 */
	private static Object rough(Object reply) {
		if (reply instanceof List<?> list) {
			return list.stream().map(SimulatedMasterTests::rough).toList();
		}
		if (reply instanceof Long number) {
			return (number > 1) ? "a time" : number;
		}
		String text = String.valueOf(reply);
		boolean byClock = text.matches("\\d{16}") && Long.parseLong(text) < AHEAD;
		return byClock ? "a number by the clock" : text;
	}

}
