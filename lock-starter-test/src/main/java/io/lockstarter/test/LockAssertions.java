package io.lockstarter.test;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * Entry points of the assertions about locks. The methods without a tester use that of
 * the running test: the bean of the test context, or the tester that this thread has
 * created.
 */
public final class LockAssertions {

	private LockAssertions() {
	}

	/**
	 * Begins assertions about a lock.
	 * @param key the key
	 * @return the assertions
	 */
	public static LockAssert assertThatLock(String key) {
		return assertThatLock(CurrentTester.get(), key);
	}

	/**
	 * Begins assertions about a lock.
	 * @param tester the tester
	 * @param key the key
	 * @return the assertions
	 */
	public static LockAssert assertThatLock(LockTester tester, String key) {
		return new LockAssert(tester, key);
	}

	/**
	 * Begins assertions about the locks of a call. The call runs once, at the first
	 * assertion.
	 * @param call the call
	 * @return the assertions
	 */
	public static LockedCallAssert assertThatCall(ThrowingCallable call) {
		return assertThatCall(CurrentTester.get(), call);
	}

	/**
	 * Begins assertions about the locks of a call. The call runs once, at the first
	 * assertion.
	 * @param tester the tester
	 * @param call the call
	 * @return the assertions
	 */
	public static LockedCallAssert assertThatCall(LockTester tester, ThrowingCallable call) {
		return new LockedCallAssert(tester, call);
	}

}
