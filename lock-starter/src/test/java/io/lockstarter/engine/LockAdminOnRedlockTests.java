package io.lockstarter.engine;

import io.lockstarter.LockServerException;
import io.lockstarter.redlock.FiveNodes;
import io.lockstarter.redlock.RedlockStore;
import io.lockstarter.store.LockStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LockAdminOnRedlockTests extends LockAdminTests {

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

	@Test
	void listIsRefusedWithAnInstruction() {
		assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> this.here.locks().admin().list(""))
			.withMessageContaining("RedlockStore cannot list its locks")
			.withMessageContaining("LockService.inspect");
	}

}
