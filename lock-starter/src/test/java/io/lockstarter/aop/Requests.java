package io.lockstarter.aop;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lockstarter.LockEvent;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.LockObserver;

/**
 * Records the requests to the lock service, and their results. It is an observer, so an
 * event is recorded before the call returns.
 */
public class Requests implements LockObserver {

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
	public void on(LockEvent event, Object owner) {
		if (event instanceof LockEvent.Acquired) {
			this.acquired.add(event.request());
			this.order.add("+" + event.key());
		}
		else if (event instanceof LockEvent.NotAcquired) {
			this.refused.add(event.request());
		}
		else if (event instanceof LockEvent.Lost) {
			this.lost.add(event.key());
		}
		else if (event instanceof LockEvent.Released) {
			this.releasedOn.add(Thread.currentThread().getName());
			this.order.add("-" + event.key());
		}
	}

}
