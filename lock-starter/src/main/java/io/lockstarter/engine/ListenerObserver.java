package io.lockstarter.engine;

import java.time.Duration;

import io.lockstarter.LockException;
import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;
import io.lockstarter.LossCause;

/**
 * Passes events on to a listener of the application.
 *
 * @param listener the listener
 */
record ListenerObserver(LockListener listener) implements LockObserver {

	@Override
	public void acquired(LockRequest request, String token, Duration waited) {
		this.listener.acquired(request, token, waited);
	}

	@Override
	public void notAcquired(LockRequest request, Duration waited, LockException reason) {
		this.listener.notAcquired(request, waited, reason);
	}

	@Override
	public void renewalFailed(LockRequest request, String token, Exception failure) {
		this.listener.renewalFailed(request.key(), token, failure);
	}

	@Override
	public void released(LockRequest request, String token, Duration held, boolean confirmed) {
		this.listener.released(request, token, held, confirmed);
	}

	@Override
	public void lost(LockRequest request, String token, LossCause cause) {
		this.listener.lost(request, token, cause);
	}

}
