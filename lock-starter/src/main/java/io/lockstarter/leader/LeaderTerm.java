package io.lockstarter.leader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;

/**
 * Represents the time for which an instance is the leader. It ends before the lease of
 * its lock, by a margin. It knows the actions that run on threads of the application.
 */
final class LeaderTerm {

	private final LockHandle handle;

	private final LeaderThreads threads;

	/** The threads that run actions. A thread is listed once per nested action. */
	private final List<Thread> acting = new ArrayList<>(1);

	/** The part of the lease that is not used. */
	private volatile Duration margin;

	private volatile boolean over;

	private volatile boolean announced;

	/** The lock was lost, so the actions are protected no more. */
	private boolean lost;

	LeaderTerm(LockHandle handle, LeaderThreads threads) {
		this.handle = handle;
		this.threads = threads;
		this.margin = handle.remaining().dividedBy(4);
	}

	LockHandle handle() {
		return this.handle;
	}

	/** Returns the threads of the start to which this term belongs. */
	LeaderThreads threads() {
		return this.threads;
	}

	/** Notes that the application learns of this term. */
	void announced() {
		this.announced = true;
	}

	boolean wasAnnounced() {
		return this.announced;
	}

	/**
	 * Ends the term. No action begins any more.
	 * @return {@code false} if it had ended before
	 */
	synchronized boolean end() {
		boolean first = !this.over;
		this.over = true;
		return first;
	}

	/**
	 * Begins an action on this thread.
	 * @return {@code false} if the term is over
	 */
	boolean enter() {
		// The handle is asked outside of the monitor, since it has a lock of its own.
		return isValid() && enterUnlessOver();
	}

	private synchronized boolean enterUnlessOver() {
		return !this.over && this.acting.add(Thread.currentThread());
	}

	synchronized void leave() {
		this.acting.remove(Thread.currentThread());
		notifyAll();
	}

	/** Returns whether this thread runs an action. */
	synchronized boolean isActing() {
		return this.acting.contains(Thread.currentThread());
	}

	/**
	 * Waits until no action runs. It does not wait if the lock was lost, since that
	 * protects nothing.
	 * @return {@code false} if an action still runs after this time
	 */
	boolean awaitActions(Duration limit) {
		long end = System.nanoTime() + limit.toNanos();
		boolean interrupted = false;
		try {
			while (this.handle.isHeld()) {
				long left = end - System.nanoTime();
				long lease = this.handle.remaining().toNanos();
				synchronized (this) {
					if (this.lost || this.acting.isEmpty()) {
						return true;
					}
					if (left <= 0) {
						return false;
					}
					try {
						TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, Math.min(left, lease)));
					}
					catch (InterruptedException ex) {
						interrupted = true;
					}
				}
			}
			return true;
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/** Wakes the thread that waits for the actions, since the lock was lost. */
	synchronized void lost() {
		this.lost = true;
		notifyAll();
	}

	/** Widens the margin: a granted lease may be short until its first renewal. */
	void widenMargin() {
		Duration quarter = this.handle.remaining().dividedBy(4);
		if (quarter.compareTo(this.margin) > 0) {
			this.margin = quarter;
		}
	}

	boolean isOver() {
		return this.over;
	}

	boolean isValid() {
		return !this.over && this.handle.isHeld() && !left().isZero();
	}

	/**
	 * Checks that the term is not over. The lock may still be held then, and may be
	 * released at any time.
	 * @throws LockLostException if it is over
	 */
	void ensureValid() {
		if (!isValid()) {
			ensureNotLost();
			throw new LockLostException(this.handle.key(), LockLostException.Reason.LEADERSHIP_ENDED);
		}
	}

	private void ensureNotLost() {
		try {
			this.handle.ensureHeld();
		}
		catch (IllegalStateException ex) {
			// The lock was released at the end of the term, so it was not lost.
		}
	}

	/** Returns the time until the leader gives up if no renewal succeeds. */
	Duration left() {
		Duration left = this.handle.remaining().minus(this.margin);
		return left.isNegative() ? Duration.ZERO : left;
	}

}
