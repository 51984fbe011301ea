package io.lockstarter.reactive;

import java.util.function.Consumer;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import org.jspecify.annotations.Nullable;

/** Represents the locks that one subscription holds. */
public interface SubscriptionHold {

	/**
	 * Returns the handle of the locks.
	 * @return the handle
	 */
	LockHandle handle();

	/**
	 * Checks that no lock was lost on which the work relies.
	 * @throws LockLostException if such a lock was lost
	 */
	void ensureHeld();

	/**
	 * Registers an action that ends the work at once when a lock is lost. It is not
	 * called if a loss does not end the work.
	 * @param action the action
	 */
	void onInterruptingLoss(Runnable action);

	/**
	 * Ends the hold without waiting for the lock server.
	 * @param failure the failure of the work, if any
	 * @param then receives the failure, or the loss of a lock; it may run on a thread of
	 * the lock server's client
	 */
	void releaseAsync(@Nullable Throwable failure, Consumer<@Nullable Throwable> then);

}
