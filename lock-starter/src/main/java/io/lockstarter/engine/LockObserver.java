package io.lockstarter.engine;

import io.lockstarter.LockEvent;

/**
 * Receives the events of an instance on the threads that cause them, which are mostly
 * those of the callers. It is for the library itself; applications use
 * {@link io.lockstarter.LockListener}.
 *
 * <p>
 * Methods must not block, and must not call the lock service. Some events come from
 * inside a lane, under its lock: {@link LockEvent.Granted}, {@link LockEvent.HandedOn},
 * {@link LockEvent.Renewed} and a {@link LockEvent.Failed} of an attempt. For these, a
 * method must not do I/O either, so that it must not log. If a method throws, the
 * exception is logged, and the lock is not affected.
 */
public interface LockObserver {

	/**
	 * Returns whether this observer needs events of a type. It is called once for each
	 * type.
	 * @param type the class of the events
	 * @return {@code true} by default
	 */
	default boolean supportsEventType(Class<? extends LockEvent> type) {
		return true;
	}

	/**
	 * Returns whether events of one of its types are needed now. If no observer needs an
	 * event, it is not created. It is called often.
	 * @param type the type
	 * @return whether {@link #on} shall be called
	 */
	default boolean wants(Class<? extends LockEvent> type) {
		return true;
	}

	/**
	 * Called for each event.
	 * @param event the event
	 * @param owner the thread that owns the call; for an asynchronous request, an object
	 * that is no thread
	 */
	void on(LockEvent event, Object owner);

	/**
	 * Called when an attempt for one of several locks ends without an event, since the
	 * call asks for the lock again or gives up. Its {@link LockEvent.Requested} was an
	 * event.
	 * @param call the number of the attempt in that event
	 */
	default void attemptWithdrawn(long call) {
	}

}
