package io.lockstarter.benchmarks.local;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockService;

/** Does the same work with the annotation and with the lock service. */
public class Orders {

	private final LockService locks;

	Orders(LockService locks) {
		this.locks = locks;
	}

	@DistributedLock(key = "order:#<id>")
	public long annotated(long id) {
		return id + 1;
	}

	@SuppressWarnings("try")
	public long byHand(long id) {
		try (LockHandle handle = this.locks.acquire("order:" + id)) {
			return id + 1;
		}
	}

}
