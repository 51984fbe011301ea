package io.lockstarter;

import java.time.Duration;

/**
 * Is told what happens to the locks of this instance. Every bean of this type is told. An
 * exception of a listener is logged and changes nothing. Methods run on the thread where
 * it happened, so they should be short; {@link #lost} runs on a thread of the lock
 * service.
 * <p>
 * The lock service needs its listeners, so a listener that injects {@link LockService} is
 * a circular reference: inject an {@code ObjectProvider<LockService>}.
 */
public interface LockListener {

	/**
	 * A lock was acquired; not called for nested acquisitions.
	 * @param request what was asked for
	 * @param token the token
	 * @param waited how long it took
	 */
	default void acquired(LockRequest request, String token, Duration waited) {
	}

	/**
	 * A lock was not acquired.
	 * @param request what was asked for
	 * @param waited how long was tried
	 * @param reason what the caller gets
	 */
	default void notAcquired(LockRequest request, Duration waited, LockException reason) {
	}

	/**
	 * A lock was released by its holder.
	 * @param request what was asked for
	 * @param token the token
	 * @param held how long it was held
	 * @param confirmed {@code false} if the lock server has not confirmed it: it failed
	 * or the connection broke, and the release is repeated in the background
	 */
	default void released(LockRequest request, String token, Duration held, boolean confirmed) {
	}

	/**
	 * A lock was lost.
	 * @param request what was asked for
	 * @param token the token
	 * @param cause how it was lost
	 */
	default void lost(LockRequest request, String token, LossCause cause) {
	}

	/**
	 * A renewal failed; it is tried again while the lock is held.
	 * @param key the key
	 * @param token the token
	 * @param failure what went wrong
	 */
	default void renewalFailed(String key, String token, Exception failure) {
	}

}
