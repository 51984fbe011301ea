package io.lockstarter.redlock;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

	private static final long SHORT = 150;

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
		long micros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis() + millis);
		nodes.server(node).command("SET", COUNTER, Long.toString(micros), "PX", "3600000");
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

	private static int calls(int node) {
		String calls = nodes.server(node).info("cmdstat_evalsha");
		return calls.isEmpty() ? 0 : Integer.parseInt(calls.replaceFirst("calls=(\\d+),.*", "$1"));
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
		long first = store.acquireFenced("k", "a", SHORT, 3);
		assertThat(first).isPositive();
		await().until(() -> store.inspect("k").isEmpty());
		unblock(3, 4);
		block(0, 1);
		await().untilAsserted(() -> assertThat(store.acquireFenced("k", "b", LONG, 1)).isGreaterThan(first + 2));
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

	@Test
	void costsOneRoundWhileClocksAreCloserThanTheTtlAndTwoOtherwise() {
		ahead(0, 5_000);
		store.release(new Release("k", "warm-up", 0));
		int before = calls(0);
		long first = store.acquireFenced("k", "a", LONG, 1);
		assertThat(calls(0) - before).isEqualTo(1);
		store.release(new Release("k", "a", 0, first));
		await().untilAsserted(() -> assertThat(nodes.locks()).isEmpty());
		ahead(0, 2 * LONG);
		int late = calls(0);
		store.acquireFenced("k", "b", LONG, 1);
		assertThat(calls(0) - late).isGreaterThan(1);
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
			boolean expires = i % 6 == 5;
			String token = "token" + i;
			long ttl = expires ? SHORT : 1000 + random.nextInt(60_000);
			int count = 1 + random.nextInt(5);
			long first = store.acquireFenced("k", token, ttl, count);
			assertThat(first).as("hold %s", i).isGreaterThan(before);
			before = first + count - 1;
			if (expires) {
				await().until(() -> store.inspect("k").isEmpty());
				await().untilAsserted(() -> assertThat(nodes.values("lock:k")).doesNotContain(token));
			}
			else if (random.nextBoolean()) {
				store.release(new Release("k", token, 0, before));
			}
			else {
				store.release(new Release("k", token, 0));
			}
			unblock(blocked);
			await().pollDelay(Duration.ZERO).untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly(""));
		}
	}

}
