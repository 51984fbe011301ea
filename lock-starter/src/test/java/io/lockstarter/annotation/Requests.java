package io.lockstarter.annotation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lockstarter.LockException;
import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;
import io.lockstarter.LossCause;

/** Remembers what was asked of the lock service, and what came of it. */
class Requests implements LockListener {

	final List<LockRequest> acquired = new CopyOnWriteArrayList<>();

	final List<LockRequest> refused = new CopyOnWriteArrayList<>();

	/** The names of the threads that released. */
	final List<String> releasedOn = new CopyOnWriteArrayList<>();

	final List<String> lost = new CopyOnWriteArrayList<>();

	/** {@code +key} for each acquired and {@code -key} for each released, in order. */
	final List<String> order = new CopyOnWriteArrayList<>();

	@Override
	public void acquired(LockRequest request, String token, Duration waited) {
		this.acquired.add(request);
		this.order.add("+" + request.key());
	}

	@Override
	public void notAcquired(LockRequest request, Duration waited, LockException reason) {
		this.refused.add(request);
	}

	@Override
	public void lost(LockRequest request, String token, LossCause cause) {
		this.lost.add(request.key());
	}

	@Override
	public void released(LockRequest request, String token, Duration held, boolean confirmed) {
		this.releasedOn.add(Thread.currentThread().getName());
		this.order.add("-" + request.key());
	}

}
