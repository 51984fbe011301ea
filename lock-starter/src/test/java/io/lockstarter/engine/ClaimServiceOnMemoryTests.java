package io.lockstarter.engine;

import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;
import org.junit.jupiter.api.AfterEach;

class ClaimServiceOnMemoryTests extends ClaimServiceContractTests {

	private final LockStore store = new InMemoryLockStore();

	private final TestInstance[] instances = { new TestInstance(this.store, SETTINGS),
			new TestInstance(this.store, SETTINGS) };

	@Override
	protected LockEngine locks(int number) {
		return this.instances[number].locks();
	}

	@AfterEach
	void close() {
		for (TestInstance instance : this.instances) {
			instance.close();
		}
	}

}
