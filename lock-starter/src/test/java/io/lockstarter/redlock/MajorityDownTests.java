package io.lockstarter.redlock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.engine.TestInstance;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests with three of five nodes stopped or hanging. Numbers are those of the behaviors.
 */
class MajorityDownTests extends AbstractFiveNodesTests {

	private static final LockRequest K = LockRequest.of("k").withWaitTime(Duration.ofMillis(500));

	@Test // 62
	void acquireFailsWithinTheWaitTimeAndLeavesNoLock() {
		RedlockStore store = nodes.store(Duration.ofMillis(300), 0.01);
		try (TestInstance here = new TestInstance(store)) {
			nodes.kill(0, 2, 4);
			// The store notices the lost connections a little later.
			await().untilAsserted(() -> assertThatExceptionOfType(StoreException.class)
				.isThrownBy(() -> store.acquire("k", "token" + System.nanoTime(), LONG))
				.withMessageContaining("no connection"));
			long start = System.nanoTime();
			assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> here.locks().acquire(K))
				.withMessageStartingWith("Lock 'k' was not acquired: too few of the 5 Redlock nodes answered")
				.withMessageContaining("no connection");
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
			await().untilAsserted(() -> assertThat(nodes.locks()).isEmpty());
		}
	}

	@Test // 63
	void hangingMajorityIsATimeOutAndIsCleanedUpLater() {
		RedlockStore store = nodes.store(Duration.ofMillis(300), 0.01);
		for (int i = 0; i < 3; i++) {
			nodes.server(i).command("CONFIG", "RESETSTAT");
		}
		nodes.pause(0, 1, 2);
		assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.acquire("k", "mine", LONG))
			.withMessageContaining("no answer within 300 ms")
			.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN));
		for (int i = 0; i < 3; i++) {
			nodes.server(i).resume();
		}
		for (int i = 0; i < 3; i++) {
			EmbeddedRedis server = nodes.server(i);
			await().until(() -> server.info("cmdstat_set").startsWith("calls=1,"));
		}
		await().untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly(""));
	}

	@Test // 63
	void majorityThatWasGivenUpIsCleanedUpAfterItsReturn() {
		RedlockStore store = nodes.store(Duration.ofMillis(100), 0.01);
		nodes.pause(0, 1, 2);
		// Waits until the connections to the three nodes are given up.
		await().until(() -> {
			assertThatExceptionOfType(StoreException.class)
				.isThrownBy(() -> store.acquire("k", "token" + System.nanoTime(), LONG));
			return store.connected() <= 2;
		});
		for (int i = 0; i < 3; i++) {
			nodes.server(i).resume();
		}
		await().until(() -> store.connected() == 5);
		await().untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly(""));
	}

	@Test // 66
	void failureOfTheMajorityIsReportedAsLossBeforeTheTtlEnds() throws Exception {
		Duration ttl = Duration.ofSeconds(2);
		Duration nodeTimeout = Duration.ofSeconds(60);
		try (TestInstance here = new TestInstance(nodes.store(nodeTimeout, 0.01))) {
			CompletableFuture<Long> told = new CompletableFuture<>();
			LockHandle handle = here.locks().acquire(LockRequest.of("k").withTtl(ttl));
			handle.onLost(() -> told.complete(System.nanoTime()));
			nodes.pause(0, 1, 2);
			long paused = System.nanoTime();
			long lost = told.get(90, TimeUnit.SECONDS);
			assertThat(handle.isHeld()).isFalse();
			// The last renewal was before the pause. The loss does not wait for the
			// renewals that were sent later.
			assertThat(Duration.ofNanos(lost - paused)).isLessThan(ttl.plusSeconds(15));
			// Otherwise the instance waits for the node time-out when it is closed.
			for (int i = 0; i < 3; i++) {
				nodes.server(i).resume();
			}
		}
	}

	@Test // 50
	void waiterIsServedWhenTheNodesAreBack() {
		try (TestInstance here = new TestInstance(nodes.store())) {
			for (int i = 0; i < 3; i++) {
				nodes.proxy(i).refuseConnections();
				nodes.proxy(i).resetConnections();
			}
			CompletableFuture<LockHandle> waiter = CompletableFuture
				.supplyAsync(() -> here.locks().acquire(K.withWaitTime(LockRequest.FOREVER)));
			for (int i = 0; i < 3; i++) {
				nodes.proxy(i).heal();
			}
			assertThat(waiter.join().release()).isTrue();
		}
	}

}
