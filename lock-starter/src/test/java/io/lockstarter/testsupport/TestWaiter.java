package io.lockstarter.testsupport;

import java.time.Duration;

import io.lockstarter.LockRequest;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.lane.Waiter;

/** A waiter whose driver is the test. */
public final class TestWaiter extends Waiter {

	private int signals;

	public TestWaiter(Object owner, LockRequest request, long now) {
		super(owner, LockSettings.DEFAULT.terms(request), now);
	}

	public static TestWaiter waiting(String owner, long now) {
		return new TestWaiter(owner, LockRequest.of("k").withWaitTime(Duration.ofSeconds(5)), now);
	}

	public static TestWaiter tryingOnce(String owner, long now) {
		return new TestWaiter(owner, LockRequest.of("k").withWaitTime(Duration.ZERO), now);
	}

	@Override
	protected void signal() {
		this.signals++;
	}

	/** Returns whether it was signaled since the last call. */
	public boolean signaled() {
		boolean signaled = this.signals > 0;
		this.signals = 0;
		return signaled;
	}

}
