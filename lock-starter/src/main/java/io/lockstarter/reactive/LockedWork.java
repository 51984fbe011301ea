package io.lockstarter.reactive;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.internal.SubscriptionHold;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Defines the locks and the work of one subscription.
 *
 * @param <H> the type of the hold
 * @param <T> the type of the values
 */
public interface LockedWork<H extends SubscriptionHold, T> {

	/**
	 * Acquires the locks.
	 * @param owner the owner of the locks
	 * @return the locks; to cancel it ends the attempt
	 */
	Mono<H> acquire(Object owner);

	/**
	 * Starts the work.
	 * @param hold the locks
	 * @return the work
	 * @throws Throwable the failure of the work
	 */
	Publisher<T> start(H hold) throws Throwable;

	/**
	 * Decides what the subscriber receives if a lock was not acquired.
	 * @param refusal the reason
	 * @return the values in place of the work
	 * @throws Throwable the failure for the subscriber
	 */
	Publisher<T> answer(LockNotAcquiredException refusal) throws Throwable;

}
