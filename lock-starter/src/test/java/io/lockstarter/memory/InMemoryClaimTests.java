package io.lockstarter.memory;

import io.lockstarter.store.ClaimContractTests;
import io.lockstarter.store.LockStore;

class InMemoryClaimTests extends ClaimContractTests {

	private final InMemoryLockStore store = new InMemoryLockStore();

	@Override
	protected LockStore store() {
		return this.store;
	}

}
