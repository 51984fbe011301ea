package io.lockstarter.core;

import java.time.Duration;

import io.lockstarter.LockRequest;

/** A waiter whose driver is the test. */
final class TestWaiter extends Waiter {

	private int signals;

	TestWaiter(Object owner, LockRequest request, long now) {
		super(owner, Terms.of(request, LockSettings.DEFAULT), now);
	}

	static TestWaiter waiting(String owner, long now) {
		return new TestWaiter(owner, LockRequest.of("k").withWaitTime(Duration.ofSeconds(5)), now);
	}

	static TestWaiter tryingOnce(String owner, long now) {
		return new TestWaiter(owner, LockRequest.of("k").withWaitTime(Duration.ZERO), now);
	}

	@Override
	void signal() {
		this.signals++;
	}

	/** Whether it was signalled since this was last asked. */
	boolean signalled() {
		boolean signalled = this.signals > 0;
		this.signals = 0;
		return signalled;
	}

}
