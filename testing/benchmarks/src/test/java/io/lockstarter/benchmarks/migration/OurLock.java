package io.lockstarter.benchmarks.migration;

import java.time.Duration;

import io.lockstarter.LockRequest;
import io.lockstarter.LockService;

/** Runs work under our lock. */
final class OurLock implements Overlaps.Section {

	private final LockService locks;

	private final LockRequest request;

	OurLock(LockService locks) {
		this(locks, "order:42");
	}

	OurLock(LockService locks, String key) {
		this.locks = locks;
		this.request = LockRequest.of(key).withWaitTime(Duration.ofMinutes(2));
	}

	@Override
	public void run(Runnable work) {
		this.locks.run(this.request, work);
	}

}
