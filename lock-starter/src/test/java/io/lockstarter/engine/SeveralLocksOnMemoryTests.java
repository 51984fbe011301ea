package io.lockstarter.engine;

import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;

class SeveralLocksOnMemoryTests extends SeveralLocksTests {

	@Override
	protected LockStore store() {
		return new InMemoryLockStore(MonotonicClock.system());
	}

}
