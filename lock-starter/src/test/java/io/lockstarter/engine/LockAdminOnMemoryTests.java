package io.lockstarter.engine;

import io.lockstarter.LockType;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LockAdminOnMemoryTests extends LockAdminTests {

	private final InMemoryLockStore store = new InMemoryLockStore();

	@Override
	protected LockStore store() {
		return this.store;
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = "EXCLUSIVE", mode = EnumSource.Mode.EXCLUDE)
	void otherTypesAreTakenAwayToo(LockType type) throws Exception {
		assertTakenAway(type);
	}

	@Test
	void locksAreListedPageByPage() {
		assertListed();
	}

}
