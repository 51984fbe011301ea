package io.lockstarter.engine;

import java.time.Duration;

import io.lockstarter.redlock.FiveNodes;
import io.lockstarter.redlock.RedlockStore;
import io.lockstarter.store.LockStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class SeveralLocksOnRedlockTests extends SeveralLocksTests {

	private static FiveNodes nodes;

	private static RedlockStore store;

	@BeforeAll
	static void startServers() {
		nodes = FiveNodes.start();
		store = nodes.storeWithoutProxies();
	}

	@AfterAll
	static void stopServers() {
		nodes.close();
	}

	@Override
	protected LockStore store() {
		return store;
	}

	@AfterEach
	void noLockIsLeft() {
		await().pollDelay(Duration.ZERO).untilAsserted(() -> assertThat(nodes.locks()).isEmpty());
	}

}
