package io.lockstarter.aop;

import io.lockstarter.LockLostException;

/**
 * Decides whether the hold of a call lasts longer than the call, for example until the
 * end of the transaction.
 */
@FunctionalInterface
public interface HoldKeeper {

	/** Keeps nothing. */
	HoldKeeper NONE = (hold) -> false;

	/**
	 * Decides for one hold. It is called on the caller's thread, before the method runs.
	 * It is not called for methods with a reactive type.
	 * @param hold the hold
	 * @return {@code true} to keep the hold. It is then released when the call is over
	 * and {@link Kept#end()} was called. The keeper must call that method once.
	 */
	boolean keep(Kept hold);

	/** Represents a hold that outlives its call. */
	interface Kept {

		/**
		 * Checks that the lock is held, unless its loss is ignored.
		 * @throws LockLostException if the lock was lost
		 */
		void ensureHeld();

		/**
		 * Allows the release of the hold. Any thread may call it.
		 * @throws LockLostException if the lock was lost
		 */
		void end();

	}

}
