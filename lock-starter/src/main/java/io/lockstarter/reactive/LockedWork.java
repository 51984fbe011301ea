package io.lockstarter.reactive;

import java.util.concurrent.CompletionStage;

import io.lockstarter.LockNotAcquiredException;
import org.reactivestreams.Publisher;

/**
 * Defines the locks and the work of one subscription.
 *
 * @param <H> the type of the acquired locks
 * @param <T> the type of the values
 */
public interface LockedWork<H, T> {

	/**
	 * Acquires the locks.
	 * @param owner the owner of the locks
	 * @return the locks; if the stage is a future, to cancel it ends the attempt
	 */
	CompletionStage<H> acquire(Object owner);

	/**
	 * Returns the hold of the locks.
	 * @param acquired the locks
	 * @return the hold, which ends with the subscription
	 */
	SubscriptionHold hold(H acquired);

	/**
	 * Starts the work.
	 * @param acquired the locks
	 * @return the work
	 * @throws Throwable the failure of the work
	 */
	Publisher<T> start(H acquired) throws Throwable;

	/**
	 * Decides what the subscriber receives if a lock was not acquired.
	 * @param refusal the reason
	 * @return the values in place of the work
	 * @throws Throwable the failure for the subscriber
	 */
	Publisher<T> answer(LockNotAcquiredException refusal) throws Throwable;

}
