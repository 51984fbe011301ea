package io.lockstarter.engine;

import java.util.concurrent.locks.LockSupport;

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
		lanes.ask(this);
		try {
			while (!proceed(lanes, commands, clock)) {
				if (Thread.interrupted()) {
					throw new InterruptedException();
				}
			}
		}
		finally {
			giveUp();
		}
	}

	/**
	 * Acquires the lock. An interrupt does not end the wait, and is restored at the end.
	 */
	void acquire(LaneRegistry lanes, Commands commands, MonotonicClock clock) {
		// Clients fail on an interrupted thread.
		boolean interrupted = Thread.interrupted();
		lanes.ask(this);
		try {
			while (!proceed(lanes, commands, clock)) {
				interrupted |= Thread.interrupted();
			}
		}
		finally {
			giveUp();
			if (interrupted) {
				this.thread.interrupt();
			}
		}
	}

	private boolean proceed(LaneRegistry lanes, Commands commands, MonotonicClock clock) {
		Lane lane = lane();
		AcquireStep step = lane.next(this, clock.nanos());
		if (step instanceof Attempt attempt) {
			commands.acquire(lane, attempt);
		}
		else if (step instanceof AcquireStep.Prolongation prolongation) {
			commands.prolong(lane, prolongation);
		}
		else if (step instanceof AcquireStep.Sleep sleep) {
			if (!this.waits && hasSlept()) {
				this.waits = true;
				lanes.events().waiting(this);
			}
			LockSupport.parkNanos(lane, sleep.until() - clock.nanos());
			// The method returns here, so that compiled code does not keep the step in
			// memory while the thread sleeps.
			return false;
		}
		return step == AcquireStep.SETTLED;
	}

	private void giveUp() {
		if (!settled()) {
			lane().abandon(this, Refusals.interrupted(terms().key()));
		}
	}

	@Override
	protected boolean hasEnded() {
		return !this.thread.isAlive();
	}

}
