package io.lockstarter.sample.shop.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import org.springframework.stereotype.Component;

/**
 * Events on their way out. Takes them without blocking anybody, since they come from
 * threads that hold a lock; what nobody fetches in time is dropped.
 */
@Component
class Outbox {

	private static final int MOST = 20_000;

	private final BlockingQueue<LockEvent> events = new LinkedBlockingQueue<>(MOST);

	void add(LockEvent event) {
		if (!this.events.offer(event)) {
			this.events.poll();
			this.events.offer(event);
		}
	}

	List<LockEvent> drain() {
		List<LockEvent> drained = new ArrayList<>();
		this.events.drainTo(drained);
		return drained;
	}

}
