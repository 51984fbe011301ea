package io.lockstarter.redlock;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.LockStoreContractTests;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the contract on five real servers. */
class RedlockStoreContractTests extends LockStoreContractTests {

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

	@BeforeEach
	void flush() {
		for (int i = 0; i < 5; i++) {
			nodes.server(i).command("FLUSHALL");
		}
	}

	@AfterEach
	void everyKeyIsOursAndHasAnExpiry() {
		for (int i = 0; i < 5; i++) {
			int node = i;
			assertThat(nodes.server(node).command("KEYS", "*").items()).allSatisfy((key) -> {
				assertThat(key.text()).startsWith("lock:");
				assertThat(nodes.server(node).command("PTTL", key.text()).text()).isNotEqualTo("-1");
			});
		}
	}

	/** A late reply is a failure here. */
	@Override
	protected long shortTtl() {
		return 1000;
	}

	@Override
	protected LockStore store() {
		return store;
	}

}
