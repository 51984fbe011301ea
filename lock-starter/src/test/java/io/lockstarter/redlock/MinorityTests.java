package io.lockstarter.redlock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockHandle;
import io.lockstarter.ReleaseMode;
import io.lockstarter.embedded.proxy.Command;
import io.lockstarter.embedded.proxy.SlowReply;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.RetrySettings;
import io.lockstarter.engine.TestInstance;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.testsupport.Renewals;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Tests with two of five nodes stopped, slow or hanging. Numbers are those of behaviors.
 */
class MinorityTests extends AbstractFiveNodesTests {

	/** Renewals come soon, but a lock is not lost if one of them is late. */
	private static final LockSettings OFTEN_RENEWED = new LockSettings("app", Duration.ofSeconds(30),
			Duration.ofSeconds(5), Duration.ofSeconds(1), RetrySettings.DEFAULT, Duration.ofSeconds(2),
			ReleaseMode.SYNC, HandOffSettings.DEFAULT, false);

	@Test // 61
	void locksWorkWithTwoStoppedNodes() {
		RedlockStore store = nodes.store();
		nodes.kill(1, 3);
		try (TestInstance here = new TestInstance(store); TestInstance there = new TestInstance(store)) {
			LockHandle handle = here.locks().acquire("k");
			assertThat(there.locks().tryAcquire("k")).isEmpty();
			assertThat(there.locks().inspect("k")).isPresent();
			handle.extend(Duration.ofMinutes(1));
			assertThat(handle.release()).isTrue();
			there.locks().acquire("k").close();
		}
	}

	@Test // 66
	void renewalWorksWithTwoStoppedNodes() {
		try (TestInstance here = new TestInstance(nodes.store(), OFTEN_RENEWED)) {
			LockHandle handle = here.locks().acquire("k");
			nodes.kill(0, 4);
			assertThat(Renewals.awaitRenewal(handle)).isTrue();
			assertThat(Renewals.awaitRenewal(handle)).as("again").isTrue();
			assertThat(handle.release()).isTrue();
		}
	}

	/** The slow nodes receive the script again, after the majority has decided. */
	@Test // 63
	void slowNodesHaveReleasedTheLockWhenTheStoreIsClosed() {
		RedlockStore store = nodes.store();
		assertThat(store.acquire("k", "mine", LONG)).isTrue();
		await().until(() -> nodes.locks().size() == 5);
		for (int node = 0; node < 5; node++) {
			nodes.server(node).command("SCRIPT", "FLUSH");
		}
		for (int slow : new int[] { 2, 3 }) {
			nodes.proxy(slow).always(new SlowReply(Duration.ofMillis(200)), Command.named("EVALSHA"));
		}
		assertThat(store.release(new Release("k", "mine", 0))).isEqualTo(ReleaseReply.RELEASED);
		long start = System.nanoTime();
		store.close();
		assumeTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(1),
				"The machine is too slow: the store waits for at most a second");
		assertThat(nodes.locks()).isEmpty();
	}

	@Test
	void hangingNodesDoNotDelayTheMajority() {
		RedlockStore store = nodes.store(Duration.ofSeconds(20), 0.01);
		nodes.proxy(0).blackHole();
		nodes.proxy(1).blackHole();
		long start = System.nanoTime();
		assertThat(store.acquire("k", "mine", LONG)).isTrue();
		assertThat(store.release(new Release("k", "mine", 0))).isEqualTo(ReleaseReply.RELEASED);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
	}

	@Test
	void missedReleaseIsSentAgainAfterTheReconnect() {
		RedlockStore store = nodes.store();
		store.acquire("k", "mine", LONG);
		await().untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly("mine"));
		nodes.proxy(2).refuseConnections();
		nodes.proxy(2).resetConnections();
		await().until(() -> store.connected() == 4);
		assertThat(store.release(new Release("k", "mine", 0))).isEqualTo(ReleaseReply.RELEASED);
		assertThat(nodes.values("lock:k").get(2)).isEqualTo("mine");
		nodes.proxy(2).heal();
		await().untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly(""));
	}

	@Test
	void hangingNodeIsGivenUpAndReconnectsLater() {
		RedlockStore store = nodes.store(Duration.ofMillis(100), 0.01);
		nodes.proxy(2).blackHole();
		await().ignoreExceptions().until(() -> {
			store.acquire("other", "token" + System.nanoTime(), LONG);
			return store.connected() < 5;
		});
		nodes.proxy(2).heal();
		await().until(() -> store.connected() == 5);
		// A new key each time: after a slow attempt, the node may still have its lock.
		await().ignoreExceptions().until(() -> {
			String key = "k" + System.nanoTime();
			return store.acquire(key, "mine", LONG) && nodes.values("lock:" + key).get(2).equals("mine");
		});
	}

	@Test
	void storeStartsWithoutTwoNodesAndConnectsLater() {
		nodes.kill(0, 1);
		RedlockStore store = nodes.store();
		assertThat(store.awaitConnected(Duration.ofSeconds(1))).isTrue();
		assertThat(store.acquire("k", "mine", LONG)).isTrue();
		nodes.server(0).restart();
		await().until(() -> store.connected() == 4);
	}

	@Test // 51
	void scriptsAreSentAgainToNodesThatForgotThem() {
		RedlockStore store = nodes.store();
		for (int i = 0; i < 20; i++) {
			nodes.server(i % 5).command("SCRIPT", "FLUSH");
			nodes.server((i + 1) % 5).command("SCRIPT", "FLUSH");
			String token = "mine" + i;
			long fence = store.acquireFenced("k", token, LONG, 1);
			assertThat(fence).isPositive();
			assertThat(store.release(new Release("k", token, 0, fence))).isEqualTo(ReleaseReply.RELEASED);
		}
		await().untilAsserted(() -> assertThat(nodes.locks()).isEmpty());
	}

}
