package io.lockstarter.engine;

import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;
import org.junit.jupiter.api.Test;

class LockAdminOnMemoryTests extends LockAdminTests {

	private final InMemoryLockStore store = new InMemoryLockStore();

	@Override
	protected LockStore store() {
		return this.store;
	}

	@Test
	void locksAreListedPageByPage() {
		assertListed();
	}

}
