package io.lockstarter.redlock;

import java.util.PriorityQueue;

/** Runs events in their order on one thread, in virtual time. */
final class SimulatedEvents {

	private final PriorityQueue<Event> events = new PriorityQueue<>();

	private long now = 1_000_000;

	private long sequence;

	long now() {
		return this.now;
	}

	Runnable at(long time, Runnable task) {
		Event event = new Event(Math.max(time, this.now), this.sequence++, task);
		this.events.add(event);
		return () -> event.cancelled = true;
	}

	/**
	 * Runs the next event if it is not after a time. Otherwise advances to that time.
	 * @param until the time
	 * @return whether there was an event
	 */
	boolean runNext(long until) {
		Event event = this.events.peek();
		while (event != null && event.cancelled) {
			this.events.remove();
			event = this.events.peek();
		}
		if (event == null || event.time > until) {
			this.now = Math.max(this.now, until);
			return false;
		}
		this.events.remove();
		this.now = event.time;
		event.task.run();
		return true;
	}

	static long millis(long millis) {
		return millis * 1_000_000;
	}

	private static final class Event implements Comparable<Event> {

		private final long time;

		private final long sequence;

		private final Runnable task;

		private boolean cancelled;

		Event(long time, long sequence, Runnable task) {
			this.time = time;
			this.sequence = sequence;
			this.task = task;
		}

		@Override
		public int compareTo(Event other) {
			int byTime = Long.compare(this.time, other.time);
			return (byTime != 0) ? byTime : Long.compare(this.sequence, other.sequence);
		}

	}

}
