package io.lockstarter.engine;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Refusals;
import io.lockstarter.lane.Waiter;
import io.lockstarter.lane.Waiter.Terms;
import io.lockstarter.store.MonotonicClock;

/**
 * Waits for a lock on the calling thread, which is the owner. The thread is its own
 * driver: without contention it sends one command, and uses no other thread.
 */
final class ThreadWaiter extends Waiter {

	private final Thread thread;

	private boolean waits;

	/** The handles of its hold that are not released, usually one. */
	private volatile List<WeakReference<DefaultLockHandle>> handles = List.of();

	ThreadWaiter(Terms terms, long now) {
		this(terms, now, terms.deadline(now));
	}

	ThreadWaiter(Terms terms, long now, long deadline) {
		super(Thread.currentThread(), terms, now, deadline);
		this.thread = Thread.currentThread();
	}

	@Override
	protected void signal() {
		if (Thread.currentThread() != this.thread) {
			LockSupport.unpark(this.thread);
		}
	}

	/**
	 * Acquires the lock. An interrupt ends the wait.
	 * @throws InterruptedException if the thread was interrupted before or while it
	 * waited; the attempt leaves nothing behind
	 */
	void acquireInterruptibly(LaneRegistry lanes, Commands commands, MonotonicClock clock) throws InterruptedException {
		if (Thread.interrupted()) {
			lanes.events().requestedInLane(this);
			lanes.events().requested(this);
			throw new InterruptedException();
		}
		Lane lane = lanes.ask(this);
		try {
			while (!proceed(lane, lanes, commands, clock)) {
				if (Thread.interrupted()) {
					throw new InterruptedException();
				}
			}
		}
		finally {
			giveUp(lane);
		}
	}

	/**
	 * Acquires the lock. An interrupt does not end the wait, and is restored at the end.
	 */
	void acquire(LaneRegistry lanes, Commands commands, MonotonicClock clock) {
		// Clients fail on an interrupted thread.
		boolean interrupted = Thread.interrupted();
		Lane lane = lanes.ask(this);
		try {
			while (!proceed(lane, lanes, commands, clock)) {
				interrupted |= Thread.interrupted();
			}
		}
		finally {
			giveUp(lane);
			if (interrupted) {
				this.thread.interrupt();
			}
		}
	}

	private boolean proceed(Lane lane, LaneRegistry lanes, Commands commands, MonotonicClock clock) {
		AcquireStep step = lane.next(this, clock.nanos());
		if (step instanceof Attempt attempt) {
			commands.acquire(lane, attempt);
		}
		else if (step instanceof AcquireStep.Prolongation prolongation) {
			commands.prolong(lane, prolongation);
		}
		else if (step instanceof AcquireStep.Sleep sleep) {
			if (!this.waits) {
				this.waits = true;
				lanes.events().waiting(this);
			}
			LockSupport.parkNanos(lane, sleep.until() - clock.nanos());
		}
		return step == AcquireStep.SETTLED;
	}

	private void giveUp(Lane lane) {
		if (!settled()) {
			lane.abandon(this, Refusals.interrupted(terms().key()));
		}
	}

	/**
	 * Returns whether the thread has ended and no handle is reachable. Another thread
	 * with a handle can still release the lock.
	 */
	@Override
	protected boolean hasEnded() {
		return !this.thread.isAlive() && this.handles.stream().noneMatch((handle) -> handle.get() != null);
	}

	synchronized void addHandle(WeakReference<DefaultLockHandle> handle) {
		List<WeakReference<DefaultLockHandle>> others = this.handles;
		this.handles = others.isEmpty() ? List.of(handle) : Stream.concat(others.stream(), Stream.of(handle)).toList();
	}

	/** Removes a handle that was released, or that only this thread can release. */
	synchronized void removeHandle(WeakReference<DefaultLockHandle> handle) {
		List<WeakReference<DefaultLockHandle>> all = this.handles;
		this.handles = (all.size() == 1 && all.get(0) == handle) ? List.of()
				: all.stream().filter((other) -> other != handle).toList();
	}

}
