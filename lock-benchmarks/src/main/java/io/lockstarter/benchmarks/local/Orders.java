package io.lockstarter.benchmarks.local;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockService;

/** The same work twice: under an annotation, and under a lock taken by hand. */
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
