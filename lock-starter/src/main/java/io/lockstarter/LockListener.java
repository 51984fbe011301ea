package io.lockstarter;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * Observes the locks of this instance. Every bean of this type is called. Override
 * {@link #on} to receive all events, or one of the other methods to receive one type.
 *
 * <p>
 * Listeners run on threads of the lock service, after the event. A listener never runs on
 * two threads at once, and it receives the events of a key in their order. It has a queue
 * of {@value #QUEUE_CAPACITY} events. If the listener is slower than the events come, its
 * queue is full, and new events for it are dropped and counted. A slow listener delays
 * neither locks nor other listeners. An exception is logged and has no other effect.
 *
 * <p>
 * The lock service needs its listeners. A listener that injects {@link LockService} is
 * therefore a circular reference: inject an {@code ObjectProvider<LockService>} instead.
 */
public interface LockListener {

	/** The number of events that may wait for one listener. */
	int QUEUE_CAPACITY = 10_000;

	/**
	 * Returns the types of events that this listener needs. Events of other types take no
	 * place in its queue. It is called once. A busy lock can be handed on many thousand
	 * times per second. So a listener that must not miss a loss should not ask for
	 * {@link LockEvent.Type#HANDED_ON}, for example.
	 * @return the types; all by default
	 */
	default Set<LockEvent.Type> types() {
		return EnumSet.allOf(LockEvent.Type.class);
	}

	/**
	 * Called for each event. The default calls one of the methods below, if there is one
	 * for the type.
	 * @param event the event
	 */
	default void on(LockEvent event) {
		if (event instanceof LockEvent.Acquired acquired) {
			acquired(acquired.request(), acquired.token(), acquired.waited());
		}
		else if (event instanceof LockEvent.NotAcquired refused) {
			notAcquired(refused.request(), refused.waited(), refused.failure());
		}
		else if (event instanceof LockEvent.Released released) {
			released(released.request(), released.token(), released.held(), released.confirmed());
		}
		else if (event instanceof LockEvent.Lost lost) {
			lost(lost.request(), lost.token(), lost.reason());
		}
		else if (event instanceof LockEvent.Failed failed && failed.operation() == LockEvent.Operation.RENEW) {
			renewalFailed(failed.key(), failed.token(), failed.failure());
		}
	}

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
	default void lost(LockRequest request, String token, LockLostException.Reason cause) {
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
