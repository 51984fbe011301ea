package io.lockstarter.core;

import io.lockstarter.LockException;
import io.lockstarter.store.MonotonicClock;
import org.jspecify.annotations.Nullable;

/**
 * A caller who asked a lane. Its driver asks the lane for the {@linkplain Lane#next next
 * step} until it is settled: it has taken a hold, or was refused. Fields are guarded by
 * the lane's lock.
 */
abstract class Waiter {

	private final Object owner;

	private final Terms terms;

	private final long askedAt;

	private final long deadline;

	private boolean tried;

	private volatile @Nullable Hold hold;

	private volatile @Nullable LockException refusal;

	Waiter(Object owner, Terms terms, long now) {
		this.owner = owner;
		this.terms = terms;
		this.askedAt = now;
		// One that tries once ends with a reply, not at a time.
		this.deadline = terms.triesOnce() ? MonotonicClock.NEVER : MonotonicClock.plus(now, terms.waitTime());
	}

	/**
	 * Tells the driver to ask for the next step. Must neither block nor call the lane.
	 */
	abstract void signal();

	Object owner() {
		return this.owner;
	}

	Terms terms() {
		return this.terms;
	}

	long askedAt() {
		return this.askedAt;
	}

	long deadline() {
		return this.deadline;
	}

	@Nullable Hold hold() {
		return this.hold;
	}

	@Nullable LockException refusal() {
		return this.refusal;
	}

	boolean settled() {
		return this.hold != null || this.refusal != null;
	}

	/**
	 * Whether it may still send a command: everybody may once, then until the deadline.
	 * @param now the time
	 * @return whether it may
	 */
	boolean mayTry(long now) {
		return !this.tried || now < this.deadline;
	}

	void trying() {
		this.tried = true;
	}

	void grant(Hold hold) {
		this.hold = hold;
	}

	void refuse(LockException refusal) {
		this.hold = null;
		this.refusal = refusal;
		signal();
	}

}
