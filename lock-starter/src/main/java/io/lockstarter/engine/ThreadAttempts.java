package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import io.lockstarter.LockException;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Refusals;
import io.lockstarter.lane.Waiter.Terms;
import io.lockstarter.store.MonotonicClock;
import org.jspecify.annotations.Nullable;

/**
 * Asks for several locks at once on behalf of the calling thread, which owns them. The
 * commands are in flight together. No attempt waits for another holder.
 */
final class ThreadAttempts {

	private final LaneRegistry lanes;

	private final Commands commands;

	private final MonotonicClock clock;

	private final Thread thread = Thread.currentThread();

	private final List<One> all = new ArrayList<>();

	ThreadAttempts(LaneRegistry lanes, Commands commands, MonotonicClock clock) {
		this.lanes = lanes;
		this.commands = commands;
		this.clock = clock;
	}

	/**
	 * Runs one attempt for each missing lock, until each has an outcome.
	 * @param locks the locks of the call
	 * @throws InterruptedException if the thread was interrupted, unless the call does
	 * not wait. Attempts without an outcome are given up, and the interrupt flag is set.
	 */
	void run(SeveralLocks locks) throws InterruptedException {
		boolean interruptible = locks.waits();
		boolean interrupted = Thread.interrupted();
		try {
			if (!interrupted || !interruptible) {
				ask(locks);
			}
			while (!(interrupted && interruptible) && !advance()) {
				interrupted |= Thread.interrupted();
			}
		}
		finally {
			this.all.forEach(One::giveUp);
			if (interrupted) {
				this.thread.interrupt();
			}
		}
		if (interrupted && interruptible) {
			throw new InterruptedException();
		}
	}

	private void ask(SeveralLocks locks) {
		for (int index : locks.missing()) {
			Terms terms = locks.terms(index);
			ThreadWaiter waiter = new ThreadWaiter(terms.tryingOnce(), locks.askedAt(),
					terms.deadline(locks.askedAt()));
			waiter.sleepsQuietly();
			this.all.add(new One(index, waiter, this.lanes.ask(waiter)));
			if (waiter.refusal() != null) {
				// A caller of this instance has it, so the later ones would be released.
				return;
			}
		}
	}

	/** Runs the next step of each attempt; returns whether all have an outcome. */
	private boolean advance() {
		boolean done = true;
		long until = MonotonicClock.NEVER;
		for (One one : this.all) {
			if (!one.inFlight) {
				until = Math.min(until, one.advance());
			}
			done &= one.done;
		}
		if (!done) {
			LockSupport.parkNanos(this, until - this.clock.nanos());
		}
		return done;
	}

	/**
	 * Passes the outcomes on.
	 * @param locks receives the handles
	 * @param handles creates the handles
	 * @return the refusal that ends the call, or {@code null}
	 */
	@Nullable LockException deliver(SeveralLocks locks, DefaultLockHandle.Factory handles) {
		LockException failure = null;
		int delivered = 0;
		try {
			for (One one : this.all) {
				LockException refusal = one.waiter.refusal();
				if (one.waiter.hold() != null) {
					locks.acquired(one.index, handles.handle(one.waiter));
				}
				else if (refusal != null && failure == null && locks.isFinal(one.index, refusal)) {
					handles.events().notAcquired(one.waiter, refusal);
					failure = refusal;
				}
				else {
					handles.events().withdrawn(one.waiter);
				}
				delivered++;
			}
		}
		finally {
			this.all.subList(delivered, this.all.size()).forEach((one) -> handles.takeBackUnseen(one.waiter));
		}
		return failure;
	}

	/** Ends the holds of attempts whose outcomes are not passed on. */
	void takeBack(DefaultLockHandle.Factory handles) {
		this.all.forEach((one) -> handles.takeBackUnseen(one.waiter));
	}

	private final class One {

		private final int index;

		private final ThreadWaiter waiter;

		private final Lane lane;

		private volatile boolean inFlight;

		private volatile @Nullable Throwable failure;

		private boolean done;

		private One(int index, ThreadWaiter waiter, Lane lane) {
			this.index = index;
			this.waiter = waiter;
			this.lane = lane;
		}

		/** Returns until when it sleeps. */
		private long advance() {
			Throwable failed = this.failure;
			if (failed != null) {
				throw new IllegalStateException("The attempt to acquire lock '" + this.lane.key() + "' failed", failed);
			}
			AcquireStep step = this.lane.next(this.waiter, ThreadAttempts.this.clock.nanos());
			if (step instanceof Attempt attempt) {
				send(() -> ThreadAttempts.this.commands.acquireTogether(this.lane, attempt));
			}
			else if (step instanceof AcquireStep.Prolongation prolongation) {
				send(() -> ThreadAttempts.this.commands.prolongAsync(this.lane, prolongation));
			}
			else if (step instanceof AcquireStep.Sleep sleep) {
				return sleep.until();
			}
			else {
				this.done = true;
			}
			return MonotonicClock.NEVER;
		}

		private void send(Supplier<CompletionStage<?>> command) {
			this.inFlight = true;
			var unused = command.get().whenComplete((reply, failed) -> {
				this.failure = failed;
				this.inFlight = false;
				LockSupport.unpark(ThreadAttempts.this.thread);
			});
		}

		private void giveUp() {
			if (!this.waiter.settled()) {
				this.lane.abandon(this.waiter, Refusals.interrupted(this.lane.key()));
			}
		}

	}

}
