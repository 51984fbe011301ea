package io.lockstarter.core;

import java.util.List;
import java.util.function.Consumer;

import io.lockstarter.LockListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells all listeners; one that throws is logged, and breaks nothing. */
final class Listeners {

	private static final Logger logger = LoggerFactory.getLogger(Listeners.class);

	private final List<LockListener> listeners;

	Listeners(List<LockListener> listeners) {
		this.listeners = List.copyOf(listeners);
	}

	void tell(Consumer<LockListener> event) {
		for (LockListener listener : this.listeners) {
			guard(() -> event.accept(listener));
		}
	}

	boolean isEmpty() {
		return this.listeners.isEmpty();
	}

	/** Runs code of the application that must not break ours. */
	static void guard(Runnable foreign) {
		try {
			foreign.run();
		}
		catch (Throwable ex) { // also a StackOverflowError of theirs must not cost us a
								// hold
			logger.warn("A lock listener or loss action failed; the lock itself is not affected", ex);
		}
	}

}
