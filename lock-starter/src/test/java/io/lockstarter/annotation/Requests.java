package io.lockstarter.annotation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lockstarter.LockException;
import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;
import io.lockstarter.LossCause;

/** Records the requests to the lock service, and their results. */
public class Requests implements LockListener {

	public final List<LockRequest> acquired = new CopyOnWriteArrayList<>();

	public final List<LockRequest> refused = new CopyOnWriteArrayList<>();

	/** The names of the releasing threads. */
	public final List<String> releasedOn = new CopyOnWriteArrayList<>();

	public final List<String> lost = new CopyOnWriteArrayList<>();

	/**
	 * Contains {@code +key} for each acquire and {@code -key} for each release, in order.
	 */
	public final List<String> order = new CopyOnWriteArrayList<>();

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
