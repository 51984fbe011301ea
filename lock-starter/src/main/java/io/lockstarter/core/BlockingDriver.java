package io.lockstarter.core;

import java.util.concurrent.locks.LockSupport;

import io.lockstarter.store.MonotonicClock;

/**
 * Acquires on the caller's own thread: without contention that is one command and no
 * other thread.
 */
final class BlockingDriver {

	private final Lanes lanes;

	private final Commands commands;

	private final MonotonicClock clock;

	BlockingDriver(Lanes lanes, Commands commands, MonotonicClock clock) {
		this.lanes = lanes;
		this.commands = commands;
		this.clock = clock;
	}

	/**
	 * Acquires; an interrupt ends it.
	 * @param waiter the calling thread
	 * @throws InterruptedException if the thread was or is interrupted: nothing is left
	 * of the attempt then
	 */
	void acquireInterruptibly(ThreadWaiter waiter) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		Lane lane = this.lanes.ask(waiter);
		try {
			while (!proceed(lane, waiter)) {
				if (Thread.interrupted()) {
					throw new InterruptedException();
				}
			}
		}
		finally {
			lane.abandon(waiter, Refusals.interrupted(waiter.terms().key()));
		}
	}

	/**
	 * Acquires; an interrupt is kept for later.
	 * @param waiter the calling thread
	 */
	void acquire(ThreadWaiter waiter) {
		boolean interrupted = Thread.interrupted(); // a client's command would fail on it
		Lane lane = this.lanes.ask(waiter);
		try {
			while (!proceed(lane, waiter)) {
				interrupted |= Thread.interrupted();
			}
		}
		finally {
			lane.abandon(waiter, Refusals.interrupted(waiter.terms().key()));
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private boolean proceed(Lane lane, ThreadWaiter waiter) {
		Step step = lane.next(waiter, this.clock.nanos());
		if (step instanceof Attempt attempt) {
			this.commands.acquire(lane, attempt);
		}
		else if (step instanceof Step.Prolongation prolongation) {
			this.commands.prolong(lane, prolongation);
		}
		else if (step instanceof Step.Sleep sleep) {
			LockSupport.parkNanos(lane, sleep.until() - this.clock.nanos());
		}
		return step == Step.SETTLED;
	}

}
