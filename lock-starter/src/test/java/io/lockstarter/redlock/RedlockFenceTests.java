package io.lockstarter.redlock;

import java.time.Duration;
import java.util.Random;
import java.util.Collections;
import java.util.List;
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
 * Fencing numbers go up (70) although every node counts for itself, and each hold has
 * another majority. A counter that is ahead stands for a clock that is.
 */
@Timeout(120)
class RedlockFenceTests {

	private static final String COUNTER = "lock:~fence:{lock:k}";

	private static final long LONG = 60_000;

	private static final long SHORT = 1000;

	private static String taken = "";

	private static FiveNodes nodes;

	private static RedlockStore store;

	@BeforeAll
	static void start() {
		nodes = FiveNodes.start();
		store = nodes.direct();
	}

	@AfterAll
	static void stop() {
		nodes.close();
	}

	@BeforeEach
	void flush() {
		for (int i = 0; i < 5; i++) {
			nodes.server(i).command("FLUSHALL");
		}
	}

	private static void ahead(int node, long millis) {
		ahead(List.of(node), millis);
	}

	/** To the same number. */
	private static void ahead(List<Integer> where, long millis) {
		long micros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis() + millis);
		where.forEach((node) -> nodes.server(node).command("SET", COUNTER, Long.toString(micros), "PX", "3600000"));
	}

	/** From here on the lock cannot be had there. */
	private static void block(int... where) {
		for (int node : where) {
			nodes.server(node).command("SET", "lock:k", "another", "PX", "60000");
		}
	}

	private static void unblock(int... where) {
		for (int node : where) {
			nodes.server(node).command("DEL", "lock:k");
		}
	}

	/**
	 * Takes it under a token that begins so; what comes too late for its ttl does not
	 * count.
	 */
	private static long acquire(String prefix, long ttl, int count) {
		AtomicLong first = new AtomicLong();
		await().pollDelay(Duration.ZERO).ignoreExceptionsInstanceOf(StoreException.class).until(() -> {
			taken = prefix + System.nanoTime();
			first.set(store.acquireFenced("k", taken, ttl, count));
			return first.get() > 0;
		});
		return first.get();
	}

	/** How many scripts all nodes have run since they were asked to count anew. */
	private static int calls() {
		int calls = 0;
		for (int i = 0; i < 5; i++) {
			String counted = nodes.server(i).info("cmdstat_evalsha");
			calls += counted.isEmpty() ? 0 : Integer.parseInt(counted.replaceFirst("calls=(\\d+),.*", "$1"));
		}
		return calls;
	}

	private static void countAnew() {
		await().untilAsserted(() -> assertThat(nodes.locks()).isEmpty());
		for (int i = 0; i < 5; i++) {
			nodes.server(i).command("CONFIG", "RESETSTAT");
		}
	}

	@Test
	void goesUpWhenItsMajorityWasReleasedAndTheNextIsAnother() {
		ahead(0, 5_000);
		block(3, 4);
		long first = store.acquireFenced("k", "a", LONG, 3);
		assertThat(first).as("below the end of the ttl").isPositive();
		assertThat(store.release(new Release("k", "a", 0, first + 2))).isEqualTo(ReleaseReply.RELEASED);
		unblock(3, 4);
		block(0, 1);
		assertThat(store.acquireFenced("k", "b", LONG, 1)).isGreaterThan(first + 2);
	}

	@Test
	void goesUpWhenItsMajorityHasExpiredAndTheNextIsAnother() {
		ahead(0, 3_600_000);
		block(3, 4);
		long first = acquire("a", SHORT, 3);
		await().until(() -> store.inspect("k").isEmpty());
		unblock(3, 4);
		block(0, 1);
		await().untilAsserted(
				() -> assertThat(store.acquireFenced("k", "b" + System.nanoTime(), LONG, 1)).isGreaterThan(first + 2));
	}

	@Test
	void goesUpWhenItWasReleasedBySomebodyWhoDoesNotKnowItsNumber() {
		ahead(0, 5_000);
		block(3, 4);
		long first = store.acquireFenced("k", "a", LONG, 1);
		assertThat(store.release(new Release("k", "a", 0))).isEqualTo(ReleaseReply.RELEASED);
		unblock(3, 4);
		block(0, 1);
		assertThat(store.acquireFenced("k", "b", LONG, 1)).isGreaterThan(first);
	}

	@Test
	void goesUpWithinOneHoldAlsoWhereTheNodeThatWasAheadIsGone() {
		ahead(0, 5_000);
		long first = store.acquireFenced("k", "a", LONG, 1);
		await().untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly("a"));
		block(0, 1);
		assertThat(store.fence("k", "a", LONG, 1)).isGreaterThan(first);
	}

	/**
	 * Where counters are ahead of the clock, no time that passes hides an overlap. One
	 * round is enough for the shorter time, two are needed for the longer one. The locks
	 * are neither released nor do they expire, so all counters must be the same.
	 */
	@ParameterizedTest
	@ValueSource(longs = { LONG / 2, 60 * LONG })
	void blocksDoNotOverlapWhereCountersAreAheadOfTheClock(long ahead) {
		ahead(List.of(0, 1, 2, 3, 4), ahead);
		long first = store.acquireFenced("k", "a", LONG, 10);
		long second = store.fence("k", "a", LONG, 10);
		assertThat(second).as("within one hold").isGreaterThanOrEqualTo(first + 10);
		store.release(new Release("k", "a", 0, second + 9));
		await().untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly(""));
		long third = store.acquireFenced("k", "b", LONG, 10);
		assertThat(third).as("after a release").isGreaterThanOrEqualTo(second + 10);
		// A node that was slow may have been left out: then it does not know the counter.
		await().until(() -> Collections.frequency(nodes.values("lock:k"), "b") > 2);
		List<String> values = nodes.values("lock:k");
		for (int i = 0; i < 5; i++) {
			if (values.get(i).equals("b")) {
				unblock(i);
			}
			else {
				block(i);
			}
		}
		assertThat(acquire("c", LONG, 1)).as("by the counters alone").isGreaterThanOrEqualTo(third + 10);
	}

	@Test
	void costsOneRoundWhileClocksAreCloserThanTheTtlAndTwoOtherwise() {
		long first = store.acquireFenced("k", "a", LONG, 1);
		store.release(new Release("k", "a", 0, first));
		countAnew();
		ahead(0, 5_000);
		long second = store.acquireFenced("k", "b", LONG, 1);
		assertThat(calls()).as("a majority has answered, all were asked").isBetween(3, 5);
		store.release(new Release("k", "b", 0, second));
		countAnew();
		for (int i = 0; i < 3; i++) {
			ahead(i, 2 * LONG);
		}
		store.acquireFenced("k", "c", LONG, 1);
		assertThat(calls()).as("a majority has answered twice").isGreaterThanOrEqualTo(6);
	}

	@Test
	void goesUpWhateverTheMajorityAndHoweverAHoldEnds() {
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
				await().until(() -> store.inspect("k").isEmpty());
				await().untilAsserted(() -> assertThat(nodes.values("lock:k"))
					.noneSatisfy((value) -> assertThat(value).startsWith("token")));
			}
			else if (random.nextBoolean()) {
				store.release(new Release("k", taken, 0, before));
			}
			else {
				store.release(new Release("k", taken, 0));
			}
			unblock(blocked);
			await().pollDelay(Duration.ZERO).untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly(""));
		}
	}

}
