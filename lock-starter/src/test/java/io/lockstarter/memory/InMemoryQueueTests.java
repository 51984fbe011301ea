package io.lockstarter.memory;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueContractTests;

class InMemoryQueueTests extends QueueContractTests {

	private final InMemoryLockStore store = new InMemoryLockStore();

	@Override
	protected LockStore backend() {
		return this.store;
	}

}
