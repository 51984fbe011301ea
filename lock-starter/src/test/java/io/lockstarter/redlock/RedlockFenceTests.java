package io.lockstarter.redlock;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.StoreException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Checks that fencing numbers increase (70), although every node has its own counter and
 * each hold has another majority. A counter that is ahead simulates a clock that is
 * ahead.
 */
@Timeout(120)
class RedlockFenceTests {

	private static final long LONG = 60_000;

	private static final long SHORT = 1000;

	private static int tests;

	private static String taken = "";

	private static FiveNodes nodes;

	private static RedlockStore store;

	@BeforeAll
	static void start() {
		nodes = FiveNodes.start();
		store = nodes.storeWithoutProxies();
	}

	@AfterAll
	static void stop() {
		nodes.close();
	}

	/** Each test has its own key: commands of the previous test may still arrive. */
	@BeforeEach
	void nextKey() {
		tests++;
	}

	private static String key() {
		return "k" + tests;
	}

	private static String redisKey() {
		return "lock:" + key();
	}

	private static String counter() {
		return "lock:~fence:{" + redisKey() + "}";
	}

	private static void ahead(int node, long millis) {
		ahead(List.of(node), millis);
	}

	/** Sets several counters to the same number. */
	private static void ahead(List<Integer> where, long millis) {
		long micros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis() + millis);
		where.forEach((node) -> nodes.server(node).command("SET", counter(), Long.toString(micros), "PX", "3600000"));
	}

	/** Makes the lock busy on these nodes. */
	private static void block(int... where) {
		for (int node : where) {
			nodes.server(node).command("SET", redisKey(), "another", "PX", "60000");
		}
	}

	private static void unblock(int... where) {
		for (int node : where) {
			nodes.server(node).command("DEL", redisKey());
		}
	}

	/**
	 * Acquires the lock with a token that has this prefix. It repeats attempts that were
	 * too slow for the ttl.
	 */
	private static long acquire(String prefix, long ttl, int count) {
		AtomicLong first = new AtomicLong();
		await().pollDelay(Duration.ZERO).ignoreExceptionsInstanceOf(StoreException.class).until(() -> {
			taken = prefix + System.nanoTime();
			first.set(store.acquireFenced(key(), taken, ttl, count));
			return first.get() > 0;
		});
		return first.get();
	}

	/** Returns the number of scripts on all nodes since the last reset. */
	private static int calls() {
		int calls = 0;
		for (int i = 0; i < 5; i++) {
			String counted = nodes.server(i).info("cmdstat_evalsha");
			calls += counted.isEmpty() ? 0 : Integer.parseInt(counted.replaceFirst("calls=(\\d+),.*", "$1"));
		}
		return calls;
	}

	private static void resetCalls() {
		await().untilAsserted(() -> assertThat(nodes.values(redisKey())).containsOnly(""));
		for (int i = 0; i < 5; i++) {
			nodes.server(i).command("CONFIG", "RESETSTAT");
		}
	}

	@Test
	void numberIncreasesWithAnotherMajorityAfterARelease() {
		ahead(0, 5_000);
		block(3, 4);
		long first = store.acquireFenced(key(), "a", LONG, 3);
		assertThat(first).as("below the end of the ttl").isPositive();
		assertThat(store.release(new Release(key(), "a", 0, first + 2))).isEqualTo(ReleaseReply.RELEASED);
		unblock(3, 4);
		block(0, 1);
		assertThat(store.acquireFenced(key(), "b", LONG, 1)).isGreaterThan(first + 2);
	}

	@Test
	void numberIncreasesWithAnotherMajorityAfterTheExpiry() {
		ahead(0, 3_600_000);
		block(3, 4);
		long first = acquire("a", SHORT, 3);
		await().until(() -> store.inspect(key()).isEmpty());
		unblock(3, 4);
		block(0, 1);
		await().untilAsserted(() -> assertThat(store.acquireFenced(key(), "b" + System.nanoTime(), LONG, 1))
			.isGreaterThan(first + 2));
	}

	@Test
	void numberIncreasesAfterAReleaseWithoutTheNumber() {
		ahead(0, 5_000);
		block(3, 4);
		long first = store.acquireFenced(key(), "a", LONG, 1);
		assertThat(first).isPositive();
		assertThat(store.release(new Release(key(), "a", 0))).isEqualTo(ReleaseReply.RELEASED);
		unblock(3, 4);
		block(0, 1);
		assertThat(store.acquireFenced(key(), "b", LONG, 1)).isGreaterThan(first);
	}

	@Test
	void numberIncreasesWithinAHoldIfTheNodeAheadIsGone() {
		ahead(0, 5_000);
		long first = store.acquireFenced(key(), "a", LONG, 1);
		await().untilAsserted(() -> assertThat(nodes.values(redisKey())).containsOnly("a"));
		block(0, 1);
		assertThat(store.fence(key(), "a", LONG, 1)).isGreaterThan(first);
	}

	/**
	 * If counters are ahead of the clock, elapsed time cannot hide an overlap. The
	 * shorter time needs one round, the longer one needs two.
	 */
	@ParameterizedTest
	@ValueSource(longs = { LONG / 2, 60 * LONG })
	void blocksDoNotOverlapWithCountersAheadOfTheClock(long ahead) {
		ahead(List.of(0, 1, 2, 3, 4), ahead);
		long first = store.acquireFenced(key(), "a", LONG, 10);
		long second = store.fence(key(), "a", LONG, 10);
		assertThat(second).as("within one hold").isGreaterThanOrEqualTo(first + 10);
		store.release(new Release(key(), "a", 0, second + 9));
		await().untilAsserted(() -> assertThat(nodes.values(redisKey())).containsOnly(""));
		long third = store.acquireFenced(key(), "b", LONG, 10);
		assertThat(third).as("after a release").isGreaterThanOrEqualTo(second + 10);
	}

	/**
	 * A number that is further ahead than the ttl must be on a majority, since the next
	 * holder may come at once. A smaller number need not be there: the clock of each node
	 * is past it when the lock has expired.
	 */
	@Test
	void numberFarAheadOfTheClockIsOnAMajority() {
		ahead(List.of(0, 1, 2, 3, 4), 60 * LONG);
		long first = store.acquireFenced(key(), "b", LONG, 10);
		// A slow node may have been skipped. Then it does not have the counter.
		await().until(() -> Collections.frequency(nodes.values(redisKey()), "b") > 2);
		List<String> values = nodes.values(redisKey());
		for (int i = 0; i < 5; i++) {
			if (values.get(i).equals("b")) {
				unblock(i);
			}
			else {
				block(i);
			}
		}
		assertThat(acquire("c", LONG, 1)).as("by the counters alone").isGreaterThanOrEqualTo(first + 10);
	}

	@Test
	void numberNeedsASecondRoundOnlyIfClocksDifferByMoreThanTheTtl() {
		long first = store.acquireFenced(key(), "a", LONG, 1);
		// Otherwise a slow node could count these commands later.
		await().untilAsserted(() -> assertThat(nodes.values(redisKey())).containsOnly("a"));
		store.release(new Release(key(), "a", 0, first));
		resetCalls();
		ahead(0, 5_000);
		long second = store.acquireFenced(key(), "b", LONG, 1);
		assertThat(calls()).as("a majority has answered, all were asked").isBetween(3, 5);
		store.release(new Release(key(), "b", 0, second));
		resetCalls();
		for (int i = 0; i < 3; i++) {
			ahead(i, 2 * LONG);
		}
		store.acquireFenced(key(), "c", LONG, 1);
		assertThat(calls()).as("a majority has answered twice").isGreaterThanOrEqualTo(6);
	}

	@Test
	void numberIncreasesForAllMajoritiesAndEndsOfAHold() {
		Random random = new Random(23);
		for (int i = 0; i < 5; i++) {
			ahead(i, random.nextInt(60_000) - 30_000);
		}
		long before = 0;
		for (int i = 0; i < 60; i++) {
			int out = random.nextInt(5);
			int[] blocked = { out, (out + 1 + random.nextInt(4)) % 5 };
			block(blocked);
			boolean expires = i % 20 == 10;
			String token = "token" + i + ":";
			long ttl = expires ? SHORT : 10_000 + random.nextInt(60_000);
			int count = 1 + random.nextInt(5);
			long first = acquire(token, ttl, count);
			assertThat(first).as("hold %s", i).isGreaterThan(before);
			before = first + count - 1;
			if (expires) {
				await().until(() -> store.inspect(key()).isEmpty());
				await().untilAsserted(() -> assertThat(nodes.values(redisKey()))
					.noneSatisfy((value) -> assertThat(value).startsWith("token")));
			}
			else if (random.nextBoolean()) {
				store.release(new Release(key(), taken, 0, before));
			}
			else {
				store.release(new Release(key(), taken, 0));
			}
			unblock(blocked);
			await().pollDelay(Duration.ZERO).untilAsserted(() -> assertThat(nodes.values(redisKey())).containsOnly(""));
		}
	}

}
