package io.lockstarter.engine;

import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import io.lockstarter.LockEvent;
import io.lockstarter.LockListener;
import io.lockstarter.internal.Limits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers events to a listener of the application, in order, on another thread. Each
 * listener has a queue of its own, so that a slow one does not delay the others.
 */
final class ListenerQueue {

	private static final Logger logger = LoggerFactory.getLogger(ListenerQueue.class);

	/** A full queue is logged at most once in this time. */
	private static final long PAUSE_MILLIS = 60_000;

	private final LockListener listener;

	private final Set<Class<? extends LockEvent>> types;

	private final SerialQueue<LockEvent> queue;

	private final InstantSource wallClock;

	private final AtomicLong silentUntil = new AtomicLong();

	ListenerQueue(LockListener listener, InstantSource wallClock, Executor executor) {
		this.listener = listener;
		this.types = Events.TYPES.stream().filter(listener::supportsEventType).collect(Collectors.toUnmodifiableSet());
		this.wallClock = wallClock;
		this.queue = new SerialQueue<>(executor, Limits.EVENT_QUEUE_CAPACITY, this::deliver);
	}

	boolean wants(Class<? extends LockEvent> type) {
		return this.types.contains(type);
	}

	/** Adds an event. Neither blocks nor throws: it is called inside a lane. */
	void add(LockEvent event) {
		try {
			if (!this.queue.add(event)) {
				logFullQueue();
			}
		}
		catch (Throwable ex) { // for example, no thread
			logger.warn(
					"The event {} of lock '{}' is not delivered to {} yet, because no thread could be started. "
							+ "This does not change the state of the lock.",
					event.getClass().getSimpleName(), event.key(), name(), ex);
		}
	}

	boolean isIdle() {
		return this.queue.isIdle();
	}

	long dropped() {
		return this.queue.dropped();
	}

	private void deliver(LockEvent event) {
		try {
			this.listener.on(event);
		}
		catch (Throwable ex) { // also a StackOverflowError
			logger.warn("{} failed on the event {} of lock '{}'. This does not change the state of the lock.", name(),
					event.getClass().getSimpleName(), event.key(), ex);
		}
	}

	private void logFullQueue() {
		long now = this.wallClock.millis();
		long until = this.silentUntil.get();
		if (now >= until && this.silentUntil.compareAndSet(until, now + PAUSE_MILLIS)) {
			logger.warn(
					"{} is slower than the events of the locks: its queue of {} events is full, and {} events were "
							+ "dropped so far. Make it faster, or let its supportsEventType accept fewer types.",
					name(), Limits.EVENT_QUEUE_CAPACITY, this.queue.dropped());
		}
	}

	private String name() {
		return this.listener.getClass().getName();
	}

}
