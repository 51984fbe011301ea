package io.lockstarter.sample.shop.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import org.springframework.stereotype.Component;

/**
 * Queues events until they are sent. Adding never blocks, because the threads that add
 * hold a lock. When the queue is full, the oldest event is dropped.
 */
@Component
class LockEventQueue {

	private static final int MAX_SIZE = 20_000;

	private final BlockingQueue<TimelineEvent> events = new LinkedBlockingQueue<>(MAX_SIZE);

	void add(TimelineEvent event) {
		if (!this.events.offer(event)) {
			this.events.poll();
			this.events.offer(event);
		}
	}

	List<TimelineEvent> drain() {
		List<TimelineEvent> drained = new ArrayList<>();
		this.events.drainTo(drained);
		return drained;
	}

}
