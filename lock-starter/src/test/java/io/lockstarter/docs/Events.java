package io.lockstarter.docs;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;

/** Records the actions and the lock keys of the examples. */
class Events implements LockListener {

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
	public void acquired(LockRequest request, String token, Duration waited) {
		this.keys.add(request.key());
		this.requests.add(request);
	}

}
