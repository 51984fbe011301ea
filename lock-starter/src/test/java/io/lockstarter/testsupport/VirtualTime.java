package io.lockstarter.testsupport;

import java.time.Duration;
import java.util.PriorityQueue;

import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;

/**
 * A clock that only a test advances. Alarms run in the order of their times.
 */
public final class VirtualTime implements MonotonicClock, MonotonicTimer {

	private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();

	private long now = 1_000_000;

	private long sequence;

	@Override
	public long nanos() {
		return this.now;
	}

	@Override
	public Runnable at(long time, Runnable task) {
		Alarm alarm = new Alarm(Math.max(time, this.now), this.sequence++, task);
		this.alarms.add(alarm);
		return () -> this.alarms.remove(alarm);
	}

	/** Advances the clock, and runs the alarms that are due. */
	public void pass(Duration duration) {
		long end = this.now + duration.toNanos();
		Alarm next = this.alarms.peek();
		while (next != null && next.time <= end) {
			this.alarms.remove();
			this.now = Math.max(this.now, next.time);
			next.task.run();
			next = this.alarms.peek();
		}
		this.now = end;
	}

	/** Advances the clock without running alarms, as in a paused process. */
	public void jump(Duration duration) {
		this.now += duration.toNanos();
	}

	public int pending() {
		return this.alarms.size();
	}

	private record Alarm(long time, long sequence, Runnable task) implements Comparable<Alarm> {

		@Override
		public int compareTo(Alarm other) {
			int byTime = Long.compare(this.time, other.time);
			return (byTime != 0) ? byTime : Long.compare(this.sequence, other.sequence);
		}

	}

}
