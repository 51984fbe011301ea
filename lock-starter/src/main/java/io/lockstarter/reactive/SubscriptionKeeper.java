package io.lockstarter.reactive;

import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.lockstarter.LockLostException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the transaction that keeps the locks of a subscription after its end. Its methods
 * do not refer to Reactor, since Reactor is optional.
 */
@FunctionalInterface
public interface SubscriptionKeeper {

	/** Keeps nothing. */
	SubscriptionKeeper NONE = (context) -> null;

	/**
	 * Returns the transaction that a subscription runs in.
	 * @param context returns the value of a key in the context of the subscription
	 * @return the transaction; {@code null} if none can keep locks
	 */
	@Nullable Transaction transaction(Function<Object, @Nullable Object> context);

	/** Represents a transaction that can keep locks until it has completed. */
	interface Transaction {

		/**
		 * Replaces the owner of the locks in this transaction, atomically. An inner
		 * transaction has the same owner, so that it can acquire locks of the outer one.
		 * @param next receives the owner, if any, and returns the next one
		 * @return the next owner
		 */
		@Nullable Object owner(UnaryOperator<@Nullable Object> next);

		/**
		 * Keeps a hold until the transaction has completed.
		 * @param hold the hold
		 * @return {@code false} if the transaction has completed already. Otherwise the
		 * transaction calls {@link Kept#end()} at most once. If it never does, the lost
		 * handle is noticed later, and the lock expires.
		 */
		boolean keep(Kept hold);

	}

	/** Represents a hold that outlives its subscription. */
	interface Kept {

		/**
		 * Returns the key of the lock.
		 * @return the key
		 */
		String key();

		/**
		 * Checks that the lock is held, unless its loss is ignored.
		 * @throws LockLostException if the lock was lost
		 */
		void ensureHeld();

		/**
		 * Allows the release of the hold, and does not block.
		 * @return a stage that completes after the release, on a thread that may run code
		 * of the application. It fails with a {@link LockLostException} if the lock was
		 * lost.
		 */
		CompletionStage<Void> end();

	}

}
