package io.lockstarter.redlock;

import java.time.Duration;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.TestInstance;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Measures the cost of a lock on five nodes. */
class RedlockCostTests {

	private static final int LOCKS = 50;

	@Test
	void lockIsOneSetAndOneScriptOnEachNode() {
		try (FiveNodes nodes = FiveNodes.start(); TestInstance here = new TestInstance(nodes.storeWithoutProxies())) {
			// Loads the scripts on all nodes. A slow node would receive them later.
			LockHandle first = here.locks().acquire("k");
			await().untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly(first.token()));
			first.close();
			await().untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly(""));
			run(here, LOCKS);
			// Only a majority has answered. A node with this lock has applied all earlier
			// commands.
			LockHandle last = here.locks().acquire(LockRequest.of("last").withTtl(Duration.ofMinutes(5)));
			await().untilAsserted(() -> assertThat(nodes.values("lock:last")).containsOnly(last.token()));
			for (int i = 0; i < 5; i++) {
				nodes.server(i).command("CONFIG", "RESETSTAT");
			}
			run(here, LOCKS);
			for (int i = 0; i < 5; i++) {
				int node = i;
				await().untilAsserted(() -> {
					assertThat(nodes.server(node).info("cmdstat_set")).startsWith("calls=" + LOCKS + ",");
					assertThat(nodes.server(node).info("cmdstat_evalsha")).startsWith("calls=" + LOCKS + ",");
				});
				assertThat(nodes.server(node).info("cmdstat_eval")).isEmpty();
			}
		}
	}

	/** Prints the cost on an idle machine, without an assertion. */
	@Test
	@Tag("nightly")
	void costIsReported() {
		try (FiveNodes nodes = FiveNodes.start();
				RedisFixture redis = RedisFixture.start();
				TestInstance five = new TestInstance(nodes.storeWithoutProxies());
				TestInstance one = new TestInstance(
						new RedisLockStore(RedisFixture.ready(redis.connect(RedisClient.LETTUCE)), "lock:"))) {
			run(five, 5000);
			run(one, 5000);
			double onFive = run(five, 5000);
			double onOne = run(one, 5000);
			LoggerFactory.getLogger(getClass())
				.info("Acquire and release: {} µs on five nodes, {} µs on one", onFive, onOne);
			assertThat(onFive).isPositive();
		}
	}

	/** Returns the duration of one lock, in microseconds. */
	private static double run(TestInstance instance, int times) {
		long start = System.nanoTime();
		for (int i = 0; i < times; i++) {
			instance.locks().acquire("k").close();
		}
		return (System.nanoTime() - start) / 1000.0 / times;
	}

}
