package io.lockstarter.test;

import io.lockstarter.LockInfo;
import io.lockstarter.LockType;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions about a lock, by its key. Each looks at the lock server again. */
public final class LockAssert extends AbstractAssert<LockAssert, String> {

	private final LockTester tester;

	LockAssert(LockTester tester, String key) {
		super(key, LockAssert.class);
		this.tester = tester;
	}

	/**
	 * Verifies that the lock is held, by any instance.
	 * @return this assertion
	 */
	public LockAssert isHeld() {
		held();
		return this;
	}

	/**
	 * Verifies that no holder has the lock.
	 * @return this assertion
	 */
	public LockAssert isFree() {
		LockInfo info = this.tester.inspect(this.actual);
		if (info != null) {
			failWithMessage("Expected lock '%s' to be free, but %s holds it", this.actual, holder(info));
		}
		return this;
	}

	/**
	 * Verifies that the lock is held, and that its holder is not one of
	 * {@link LockTester#makeBusy}.
	 * @return this assertion
	 */
	public LockAssert isHeldByApplication() {
		LockInfo info = held();
		if (info.holders().stream().allMatch(LockInfo.Holder::heldHere)) {
			failWithMessage("Expected lock '%s' to be held by the application, but the test has made it busy",
					this.actual);
		}
		return this;
	}

	/**
	 * Verifies that the lock is held and has a type.
	 * @param type the type
	 * @return this assertion
	 */
	public LockAssert hasType(LockType type) {
		LockType used = held().holder().type();
		if (used != type) {
			failWithMessage("Expected lock '%s' to have the type %s, but it has the type %s", this.actual, type, used);
		}
		return this;
	}

	/**
	 * Verifies that the lock is held, and how many holders it has.
	 * @param count the number of holders
	 * @return this assertion
	 */
	public LockAssert hasHolders(int count) {
		int holders = held().holders().size();
		if (holders != count) {
			failWithMessage("Expected lock '%s' to have %s holders, but it has %s", this.actual, count, holders);
		}
		return this;
	}

	/**
	 * Verifies that the lock is held, and how many waiters are in its queue. For a lock
	 * of type {@link LockType#EXCLUSIVE}, an instance counts once.
	 * @param count the number of waiters
	 * @return this assertion
	 */
	public LockAssert hasWaiters(int count) {
		int waiters = held().waiters().size();
		if (waiters != count) {
			failWithMessage("Expected lock '%s' to have %s waiters, but it has %s", this.actual, count, waiters);
		}
		return this;
	}

	private LockInfo held() {
		LockInfo info = this.tester.inspect(this.actual);
		if (info == null) {
			failWithMessage("Expected lock '%s' to be held, but it is free", this.actual);
		}
		return require(info);
	}

	private static LockInfo require(@Nullable LockInfo info) {
		if (info == null) {
			throw new AssertionError("The lock is free");
		}
		return info;
	}

	private static String holder(LockInfo info) {
		return info.holder().heldHere() ? "the test"
				: "instance " + info.holder().instance().orElse(info.holder().token());
	}

}
