package io.lockstarter.test;

import org.jspecify.annotations.Nullable;

/** Holds the tester that assertions on this thread use. */
final class CurrentTester {

	private static final ThreadLocal<@Nullable LockTester> CURRENT = new ThreadLocal<>();

	private CurrentTester() {
	}

	static void set(LockTester tester) {
		CURRENT.set(tester);
	}

	static void clear(LockTester tester) {
		if (CURRENT.get() == tester) {
			CURRENT.remove();
		}
	}

	static LockTester get() {
		LockTester tester = CURRENT.get();
		if (tester == null) {
			throw new IllegalStateException("This thread has no LockTester: use a Spring test whose context has locks, "
					+ "call LockTester.create() on this thread, or pass the tester to the assertion");
		}
		return tester;
	}

}
