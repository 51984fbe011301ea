package io.lockstarter;

/**
 * Observes the locks of this instance. Every bean of this type is called. Override
 * {@link #on} to receive all events, or one of the other methods to receive one type.
 *
 * <p>
 * Listeners run on threads of the lock service, after the event. A listener never runs on
 * two threads at once, and it receives the events of a key in their order. It has a queue
 * of 10,000 events. If the listener is slower than the events come, its queue is full,
 * and new events for it are dropped and counted. A slow listener delays neither locks nor
 * other listeners. An exception is logged and has no other effect.
 *
 * <p>
 * A listener may inject {@link LockService}. Spring's context looks the listeners up when
 * all singletons exist, and starts to call them then. Events of the time before are kept
 * for them, up to 10,000.
 */
public interface LockListener {

	/**
	 * Returns whether this listener needs events of a type. Other events take no place in
	 * its queue. It is called once for each type. A listener that must not miss a loss
	 * should support only the types that it needs: the {@link LockEvent.HandedOn} of a
	 * busy lock alone can fill the queue.
	 * @param type the class of the events
	 * @return {@code true} by default
	 */
	default boolean supportsEventType(Class<? extends LockEvent> type) {
		return true;
	}

	/**
	 * Called for each event. The default calls one of the methods below, if there is one
	 * for the type.
	 * @param event the event
	 */
	default void on(LockEvent event) {
		if (event instanceof LockEvent.Acquired acquired) {
			acquired(acquired);
		}
		else if (event instanceof LockEvent.NotAcquired notAcquired) {
			notAcquired(notAcquired);
		}
		else if (event instanceof LockEvent.Released released) {
			released(released);
		}
		else if (event instanceof LockEvent.Lost lost) {
			lost(lost);
		}
		else if (event instanceof LockEvent.Failed failed && failed.operation() == LockEvent.Operation.RENEW) {
			renewalFailed(failed);
		}
	}

	/**
	 * Called when a lock was acquired, except for nested acquisitions.
	 * @param event the event
	 */
	default void acquired(LockEvent.Acquired event) {
	}

	/**
	 * Called when a lock was not acquired.
	 * @param event the event
	 */
	default void notAcquired(LockEvent.NotAcquired event) {
	}

	/**
	 * Called when the holder released a lock.
	 * @param event the event
	 */
	default void released(LockEvent.Released event) {
	}

	/**
	 * Called when a lock was lost.
	 * @param event the event
	 */
	default void lost(LockEvent.Lost event) {
	}

	/**
	 * Called when a renewal failed. The renewal is retried while the lock is held.
	 * @param event the event
	 */
	default void renewalFailed(LockEvent.Failed event) {
	}

}
