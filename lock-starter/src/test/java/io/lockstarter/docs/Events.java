package io.lockstarter.docs;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.LockEvent;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.LockObserver;

/**
 * Records the actions and the lock keys of the examples. It is an observer, so a key is
 * recorded before the call goes on.
 */
class Events implements LockObserver {

	final List<String> keys = new CopyOnWriteArrayList<>();

	final List<LockRequest> requests = new CopyOnWriteArrayList<>();

	final List<String> done = new CopyOnWriteArrayList<>();

	final AtomicInteger work = new AtomicInteger(3);

	void add(String what) {
		this.done.add(what);
	}

	boolean next() {
		return this.work.getAndDecrement() > 0;
	}

	@Override
	public void on(LockEvent event, Object owner) {
		if (event instanceof LockEvent.Acquired) {
			this.keys.add(event.key());
			this.requests.add(event.request());
		}
	}

}
