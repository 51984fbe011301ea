package io.lockstarter.engine;

import java.time.Duration;

import io.lockstarter.LockException;
import io.lockstarter.LockRequest;
import io.lockstarter.LossCause;

/**
 * Receives every event of the locks of an instance, with the request of the event.
 * Methods must not block for long. If a method throws, the exception is logged, and the
 * lock is not affected.
 */
public interface LockObserver {

	/** Called when a caller begins to wait, here or in the queue of instances. */
	default void waiting(LockRequest request) {
	}

	/** Called when a caller has acquired the lock, with the time that it waited. */
	default void acquired(LockRequest request, String token, Duration waited) {
	}

	/** Called when a caller does not acquire the lock. */
	default void notAcquired(LockRequest request, Duration waited, LockException reason) {
	}

	/** Called when another instance has granted the key to this one, for this request. */
	default void granted(LockRequest request, String token) {
	}

	/**
	 * Called when a hold has ended and its lease goes to another caller of this instance.
	 */
	default void handedOn(LockRequest request, String token) {
	}

	/** Called when the lease of a request was renewed. */
	default void renewed(LockRequest request, String token) {
	}

	/** Called when a renewal has failed. It is repeated. */
	default void renewalFailed(LockRequest request, String token, Exception failure) {
	}

	/** Called when a hold was released. The lock server may not have confirmed it yet. */
	default void released(LockRequest request, String token, Duration held, boolean confirmed) {
	}

	/** Called when a hold was lost. */
	default void lost(LockRequest request, String token, LossCause cause) {
	}

}
