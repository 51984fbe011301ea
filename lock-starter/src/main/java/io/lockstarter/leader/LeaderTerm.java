package io.lockstarter.leader;

import java.time.Duration;

import io.lockstarter.LockHandle;

/**
 * Represents the time for which an instance is the leader. It ends before the lease of
 * its lock, by a margin.
 */
final class LeaderTerm {

	private final LockHandle handle;

	private final LeaderThreads threads;

	/** The part of the lease that is not used. */
	private volatile Duration margin;

	private volatile boolean over;

	private volatile boolean announced;

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

	void end() {
		this.over = true;
	}

	/** Widens the margin: a granted lease may be short until its first renewal. */
	void widenMargin() {
		Duration quarter = this.handle.remaining().dividedBy(4);
		if (quarter.compareTo(this.margin) > 0) {
			this.margin = quarter;
		}
	}

	boolean isValid() {
		return !this.over && this.handle.isHeld() && !left().isZero();
	}

	/** Returns the time until the leader gives up if no renewal succeeds. */
	Duration left() {
		Duration left = this.handle.remaining().minus(this.margin);
		return left.isNegative() ? Duration.ZERO : left;
	}

}
