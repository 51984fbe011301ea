package io.lockstarter.annotation;

import io.lockstarter.LockLostException;

/**
 * May keep the hold of a call for longer than the call: until the work is over that
 * surrounds it.
 */
@FunctionalInterface
public interface HoldKeeper {

	/** Keeps nothing. */
	HoldKeeper NONE = (hold) -> false;

	/**
	 * Asked by every call that has its lock, on the caller's thread, before the method
	 * runs.
	 * @param hold the hold
	 * @return whether it is kept: the hold is then released when both the call is over
	 * and {@link Kept#end()} was called, which the keeper has to do once
	 */
	boolean keep(Kept hold);

	/** A hold that outlives its call. */
	interface Kept {

		/**
		 * Does nothing while it is held, or where its loss is to be ignored.
		 * @throws LockLostException if it was lost
		 */
		void ensureHeld();

		/**
		 * Ends the keeping; from any thread.
		 * @throws LockLostException if it was lost
		 */
		void end();

	}

}
