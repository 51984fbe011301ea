package io.lockstarter.simulation;

import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Virtual time for code that blocks. Events run in order, one at a time. Code in an event
 * may {@linkplain #await wait}, and other events run meanwhile. The waiting thread runs
 * them itself, so a second thread is needed only if two events wait at the same time. The
 * choice of the thread has no effect: the same seed gives the same order.
 */
final class SimulatedTime {

	private final PriorityQueue<Event> events = new PriorityQueue<>();

	private final Thread test = Thread.currentThread();

	private final int maxEvents;

	private final BooleanSupplier continues;

	private volatile boolean over;

	private volatile @Nullable Throwable failure;

	private long now = 1_000_000;

	private long sequence;

	private int count;

	/**
	 * Creates a time that starts at about zero.
	 * @param maxEvents the number of events after which to stop
	 * @param continues returns whether to continue, after each event
	 */
	SimulatedTime(int maxEvents, BooleanSupplier continues) {
		this.maxEvents = maxEvents;
		this.continues = continues;
	}

	long now() {
		return this.now;
	}

	int events() {
		return this.count;
	}

	/** Schedules a task that does not block. */
	Runnable at(long time, Runnable task) {
		return add(time, null, task, false, null);
	}

	/**
	 * Schedules a task of a process that does not block. It runs later if the process is
	 * paused, and never after a crash.
	 */
	Runnable at(long time, Machine process, Runnable task) {
		return add(time, process, task, false, null);
	}

	/** Schedules a task of a process that may block. */
	Runnable blockingAt(long time, Machine process, Runnable task) {
		return add(time, process, task, true, null);
	}

	private Runnable add(long time, @Nullable Machine process, Runnable task, boolean blocks,
			@Nullable SimulatedThread waits) {
		Event event = new Event(Math.max(time, this.now), this.sequence++, process, task, blocks, waits);
		this.events.add(event);
		return () -> this.events.remove(event);
	}

	/** Blocks until a time, or longer if the process is paused. */
	void await(long time, Machine process) {
		if (this.over) {
			throw new OverException();
		}
		SimulatedThread me = (SimulatedThread) Thread.currentThread();
		add(time, process, () -> {
		}, false, me);
		me.await(this);
		if (this.over) {
			throw new OverException();
		}
	}

	/**
	 * Ends the waits of all threads after the simulation has stopped, so that the threads
	 * can be used again.
	 */
	void unwind() {
		for (Event event : List.copyOf(this.events)) {
			if (event.waits != null) {
				event.waits.unwind();
			}
		}
	}

	/**
	 * Runs until no event is left, or until it is stopped.
	 * @return whether nothing is left
	 */
	boolean run() {
		SimulatedThread.go(this, () -> {
		});
		while (!this.over) {
			LockSupport.park(this);
		}
		return this.events.isEmpty();
	}

	/** Runs events. Returns whether the calling thread still has the turn. */
	boolean runEvents(SimulatedThread me) {
		while (true) {
			if (this.over) {
				me.retire();
				return false;
			}
			Event event = continues() ? this.events.poll() : null;
			if (event == null) {
				end(me);
				return false;
			}
			this.now = Math.max(this.now, event.time);
			Machine process = event.process;
			boolean crashed = process != null && process.isCrashed();
			if (process != null && !crashed && process.pausedUntil() > this.now) {
				add(process.pausedUntil(), process, event.task, event.blocks, event.waits);
				continue;
			}
			this.count++;
			if (event.waits != null) {
				if (event.waits != me && !me.waits()) {
					me.retire();
				}
				event.waits.endWait();
				return event.waits == me;
			}
			if (crashed) {
				continue;
			}
			if (event.blocks && me.waits()) {
				SimulatedThread.go(this, event.task);
				return false;
			}
			run(event.task);
		}
	}

	void run(Runnable task) {
		try {
			task.run();
		}
		catch (Throwable ex) {
			this.failure = ex;
		}
	}

	private boolean continues() {
		return this.failure == null && this.count < this.maxEvents && this.continues.getAsBoolean();
	}

	/** Returns the exception that an event threw. */
	@Nullable Throwable failure() {
		return this.failure;
	}

	private void end(SimulatedThread me) {
		this.over = true;
		// A thread that waits inside a task stays there.
		if (!me.waits()) {
			me.retire();
		}
		LockSupport.unpark(this.test);
	}

	private record Event(long time, long sequence, @Nullable Machine process, Runnable task, boolean blocks,
			@Nullable SimulatedThread waits) implements Comparable<Event> {

		@Override
		public int compareTo(Event other) {
			int byTime = Long.compare(this.time, other.time);
			return (byTime != 0) ? byTime : Long.compare(this.sequence, other.sequence);
		}

	}

	/** Thrown after the simulation has stopped. */
	private static final class OverException extends IllegalStateException {

	}

	/** A process that may be paused and may crash. */
	interface Machine {

		boolean isCrashed();

		long pausedUntil();

	}

}
