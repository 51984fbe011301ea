package io.lockstarter.engine;

import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;
import org.junit.jupiter.api.Test;

class ClaimServiceOnMemoryTests extends ClaimServiceContractTests {

	private final LockStore store = new InMemoryLockStore();

	@Override
	protected LockStore store(int number) {
		return this.store;
	}

	/** A new subscription tells all lanes to ask again, also that of a new caller. */
	@Test
	void callersThatAskDuringASubscriptionAreServed() throws Exception {
		AtomicBoolean done = new AtomicBoolean();
		Future<?> subscriptions = threads().submit(() -> {
			while (!done.get()) {
				locks(0).lanes().retryAll();
			}
		});
		try {
			for (int i = 0; i < 5000; i++) {
				locks(0).acquire(LockRequest.of("k").withType(LockType.FAIR)).close();
			}
		}
		finally {
			done.set(true);
		}
		subscriptions.get();
	}

}
