package io.lockstarter.autoconfigure;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lockstarter.LockEvent;
import io.lockstarter.LockListener;

/** Records how locks ended. */
final class RecordingListener implements LockListener {

	private final CopyOnWriteArrayList<String> events = new CopyOnWriteArrayList<>();

	List<String> events() {
		return this.events;
	}

	@Override
	public void released(LockEvent.Released event) {
		this.events.add(event.key() + (event.confirmed() ? " released" : " released, unconfirmed"));
	}

	@Override
	public void lost(LockEvent.Lost event) {
		this.events.add(event.key() + " lost by " + event.reason());
	}

}
