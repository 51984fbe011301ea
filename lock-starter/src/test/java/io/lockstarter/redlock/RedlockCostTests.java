package io.lockstarter.redlock;

import java.time.Duration;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.core.TestInstance;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a lock costs on five nodes. */
class RedlockCostTests {

	private static final int LOCKS = 50;

	@Test
	void isOneSetAndOneScriptOnEachNode() {
		try (FiveNodes nodes = FiveNodes.start(); TestInstance here = new TestInstance(nodes.direct())) {
			run(here, LOCKS);
			// A majority has answered; where this lock is, all before it was applied.
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

	/** On an idle machine; it is told and not judged. */
	@Test
	@Tag("topologies")
	void isTold() {
		try (FiveNodes nodes = FiveNodes.start();
				RedisFixture redis = RedisFixture.start();
				TestInstance five = new TestInstance(nodes.direct());
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

	/** Returns how long one takes, in microseconds. */
	private static double run(TestInstance instance, int times) {
		long start = System.nanoTime();
		for (int i = 0; i < times; i++) {
			instance.locks().acquire("k").close();
		}
		return (System.nanoTime() - start) / 1000.0 / times;
	}

}
