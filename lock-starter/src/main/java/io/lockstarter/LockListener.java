package io.lockstarter;

import java.time.Duration;

/**
 * Observes the locks of this instance. Every bean of this type is called. An exception of
 * a listener is logged and has no other effect. {@link #acquired}, {@link #notAcquired}
 * and {@link #released} usually run on the caller's thread. For asynchronous requests and
 * releases they run on a thread of the lock service. {@link #lost} and
 * {@link #renewalFailed} always run there. All methods should be short.
 * <p>
 * The lock service needs its listeners. A listener that injects {@link LockService} is
 * therefore a circular reference: inject an {@code ObjectProvider<LockService>} instead.
 */
public interface LockListener {

	/**
	 * Called when a lock was acquired, except for nested acquisitions.
	 * @param request the request
	 * @param token the token
	 * @param waited the time that the acquire took
	 */
	default void acquired(LockRequest request, String token, Duration waited) {
	}

	/**
	 * Called when a lock was not acquired.
	 * @param request the request
	 * @param waited the time that the attempt took
	 * @param reason the exception that the caller receives
	 */
	default void notAcquired(LockRequest request, Duration waited, LockException reason) {
	}

	/**
	 * Called when the holder released a lock.
	 * @param request the request
	 * @param token the token
	 * @param held the time for which the lock was held
	 * @param confirmed {@code false} if the lock server has not confirmed the release,
	 * because it failed or the connection broke; the release is then retried in the
	 * background
	 */
	default void released(LockRequest request, String token, Duration held, boolean confirmed) {
	}

	/**
	 * Called when a lock was lost.
	 * @param request the request
	 * @param token the token
	 * @param cause the cause of the loss
	 */
	default void lost(LockRequest request, String token, LossCause cause) {
	}

	/**
	 * Called when a renewal failed. The renewal is retried while the lock is held.
	 * @param key the key
	 * @param token the token
	 * @param failure the cause of the failure
	 */
	default void renewalFailed(String key, String token, Exception failure) {
	}

}
