package io.lockstarter.engine;

import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;

class ClaimServiceOnMemoryTests extends ClaimServiceContractTests {

	private final LockStore store = new InMemoryLockStore();

	@Override
	protected LockStore store(int number) {
		return this.store;
	}

}
