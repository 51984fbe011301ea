package io.lockstarter.core;

import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Virtual time for code that blocks. Events run in their order, one at a time; code in an
 * event may {@linkplain #await wait}, and other events run meanwhile. Whoever waits runs
 * them itself, so another thread is needed only while two wait at the same time. Which
 * thread it is makes no difference: the same seed gives the same order.
 */
final class SimulatedTime {

	private final PriorityQueue<Event> events = new PriorityQueue<>();

	private final Thread test = Thread.currentThread();

	private final int mostEvents;

	private final BooleanSupplier goesOn;

	private volatile boolean over;

	private volatile @Nullable Throwable failure;

	private long now = 1_000_000;

	private long sequence;

	private int count;

	/**
	 * Begins at about zero.
	 * @param mostEvents after how many events to stop
	 * @param goesOn is asked after each event
	 */
	SimulatedTime(int mostEvents, BooleanSupplier goesOn) {
		this.mostEvents = mostEvents;
		this.goesOn = goesOn;
	}

	long now() {
		return this.now;
	}

	int events() {
		return this.count;
	}

	/** Lets something happen that does not block. */
	Runnable at(long time, Runnable task) {
		return add(time, null, task, false, null);
	}

	/** The same to a process: later if that is paused, never after it has crashed. */
	Runnable at(long time, Machine process, Runnable task) {
		return add(time, process, task, false, null);
	}

	/** The same for what may block. */
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
	 * Lets go those who still wait after it was stopped, so that they can be used again.
	 */
	void unwind() {
		for (Event event : List.copyOf(this.events)) {
			if (event.waits != null) {
				event.waits.unwind();
			}
		}
	}

	/**
	 * Runs until nothing is left to happen, or it was stopped.
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

	/** Returns whether it is still the turn of this thread. */
	boolean runEvents(SimulatedThread me) {
		while (true) {
			if (this.over) {
				me.retire();
				return false;
			}
			Event event = goesOn() ? this.events.poll() : null;
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
				event.waits.goOn();
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

	private boolean goesOn() {
		return this.failure == null && this.count < this.mostEvents && this.goesOn.getAsBoolean();
	}

	/** What an event threw. */
	@Nullable Throwable failure() {
		return this.failure;
	}

	private void end(SimulatedThread me) {
		this.over = true;
		// In the middle of something: it stays there for ever.
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

	/** There is no more time. */
	private static final class OverException extends IllegalStateException {

	}

	/** A process as far as time is concerned. */
	interface Machine {

		boolean isCrashed();

		long pausedUntil();

	}

}
