package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;
import io.lockstarter.LockLostException;

/** Records how locks ended. */
final class RecordingListener implements LockListener {

	private final CopyOnWriteArrayList<String> events = new CopyOnWriteArrayList<>();

	List<String> events() {
		return this.events;
	}

	@Override
	public void released(LockRequest request, String token, Duration held, boolean confirmed) {
		this.events.add(request.key() + (confirmed ? " released" : " released, unconfirmed"));
	}

	@Override
	public void lost(LockRequest request, String token, LockLostException.Reason cause) {
		this.events.add(request.key() + " lost by " + cause);
	}

}
