package io.lockstarter.test;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.LockEvent;
import io.lockstarter.engine.LockObserver;

/** Records which locks the calls of a test take, and which threads wait. */
final class CallRecorder implements LockObserver {

	private final Set<Recording> recordings = ConcurrentHashMap.newKeySet();

	private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

	@Override
	public boolean supportsEventType(Class<? extends LockEvent> type) {
		return Set.of(LockEvent.Waiting.class, LockEvent.Acquired.class, LockEvent.NotAcquired.class).contains(type);
	}

	@Override
	public void on(LockEvent event, Object owner) {
		if (owner instanceof Thread thread) {
			if (event instanceof LockEvent.Waiting) {
				this.waiting.add(thread);
			}
			else {
				this.waiting.remove(thread);
			}
		}
		this.recordings.forEach((recording) -> recording.add(event));
	}

	/** Lets the waiting threads read the clock again. */
	void wakeWaiters() {
		this.waiting.forEach(LockSupport::unpark);
	}

	Recording start() {
		Recording recording = new Recording();
		this.recordings.add(recording);
		return recording;
	}

	/** The events since a point in time. */
	final class Recording implements AutoCloseable {

		private final List<LockEvent> events = new CopyOnWriteArrayList<>();

		private void add(LockEvent event) {
			this.events.add(event);
		}

		List<LockEvent> events() {
			return List.copyOf(this.events);
		}

		@Override
		public void close() {
			CallRecorder.this.recordings.remove(this);
		}

	}

}
