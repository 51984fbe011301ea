package io.lockstarter.redlock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockBackendException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.core.TestInstance;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Three of five nodes are gone or hang. Numbers are those of the behaviours. */
@Timeout(120)
class MajorityDownTests {

	private static final long LONG = 60_000;

	private static final LockRequest K = LockRequest.of("k").withWaitTime(Duration.ofMillis(500));

	private static FiveNodes nodes;

	@BeforeAll
	static void start() {
		nodes = FiveNodes.start();
	}

	@AfterAll
	static void stop() {
		nodes.close();
	}

	@AfterEach
	void reset() {
		nodes.reset();
	}

	@Test // 62
	void isAFailureWithinTheWaitTimeAndLeavesNothingOnTheLiving() {
		try (TestInstance here = new TestInstance(nodes.store(Duration.ofMillis(300), 0.01))) {
			nodes.kill(0, 2, 4);
			long start = System.nanoTime();
			assertThatExceptionOfType(LockBackendException.class).isThrownBy(() -> here.locks().acquire(K))
				.withMessageContaining("'k'")
				.withMessageContaining("no connection");
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
			await().untilAsserted(() -> assertThat(nodes.locks()).isEmpty());
		}
	}

	@Test // 63
	void thatHangsIsATimeOutAndWhatItAppliesLaterIsReleasedThereToo() {
		RedlockStore store = nodes.store(Duration.ofMillis(300), 0.01);
		nodes.pause(0, 1, 2);
		assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.acquire("k", "mine", LONG))
			.withMessageContaining("no answer within 300 ms")
			.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN));
		for (int i = 0; i < 3; i++) {
			nodes.server(i).resume();
		}
		await().until(() -> nodes.server(0).info("cmdstat_set").startsWith("calls=1"));
		await().untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly(""));
	}

	@Test // 63
	void thatHangsUntilItIsGivenUpIsCleanedWhenItIsBack() {
		RedlockStore store = nodes.store(Duration.ofMillis(100), 0.01);
		nodes.pause(0, 1, 2);
		// Until the connections of the three have been given up, for want of answers.
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
	void whileHeldIsALossThatIsToldBeforeTheTtlIsOver() throws Exception {
		Duration ttl = Duration.ofSeconds(2);
		try (TestInstance here = new TestInstance(nodes.store())) {
			CompletableFuture<Long> told = new CompletableFuture<>();
			LockHandle handle = here.locks().acquire(LockRequest.of("k").withTtl(ttl));
			handle.onLost(() -> told.complete(System.nanoTime()));
			nodes.pause(0, 1, 2);
			long paused = System.nanoTime();
			long lost = told.get(30, TimeUnit.SECONDS);
			assertThat(handle.isHeld()).isFalse();
			// What was renewed last was renewed before the pause.
			assertThat(Duration.ofNanos(lost - paused)).isLessThan(ttl.plusSeconds(5));
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
