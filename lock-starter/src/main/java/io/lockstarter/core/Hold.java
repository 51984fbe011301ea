package io.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LossCause;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.Renewal;
import org.jspecify.annotations.Nullable;

/**
 * What one owner has: a place in a lease, entered once or more. Written under its lane's
 * lock, read by anybody. A hold that ended never comes back.
 */
final class Hold {

	private final Tenure tenure;

	private final HeldLease lease;

	private final Waiter waiter;

	private final long grantedAt;

	private final long maxEnd;

	/** Its fencing number, or zero. */
	private volatile long fence;

	private volatile long fixedEnd;

	private volatile boolean ended;

	private volatile @Nullable LossCause lossCause;

	private int depth = 1;

	private final List<Runnable> lossActions = new ArrayList<>(0);

	Hold(Tenure tenure, HeldLease lease, Waiter waiter, long now) {
		Terms terms = waiter.terms();
		this.tenure = tenure;
		this.lease = lease;
		this.waiter = waiter;
		this.grantedAt = now;
		this.maxEnd = MonotonicClock.plus(now, terms.maxHold());
		// A fixed ttl ends the hold here, whatever the key's is (rule A).
		this.fixedEnd = terms.renew() ? MonotonicClock.NEVER : MonotonicClock.plus(now, terms.ttl());
		this.fence = terms.fence() ? lease.takeFence() : 0;
	}

	Tenure tenure() {
		return this.tenure;
	}

	HeldLease lease() {
		return this.lease;
	}

	Waiter waiter() {
		return this.waiter;
	}

	Terms terms() {
		return this.waiter.terms();
	}

	long grantedAt() {
		return this.grantedAt;
	}

	int depth() {
		return this.depth;
	}

	@Nullable LossCause lossCause() {
		return this.lossCause;
	}

	long deadline() {
		return Math.min(this.lease.deadline(), Math.min(this.maxEnd, this.fixedEnd));
	}

	/**
	 * Whether it is held, provably. An answer of {@code false} is final.
	 * @param clock tells the time
	 * @return whether it is held
	 */
	boolean isHeld(MonotonicClock clock) {
		if (this.ended) {
			return false;
		}
		long now = clock.nanos();
		return now < deadline() || !this.tenure.expire(this, now);
	}

	LossCause causeOfExpiry(long now) {
		return (now >= this.maxEnd) ? LossCause.MAX_HOLD : LossCause.EXPIRED;
	}

	/**
	 * When the watchdog has something to do for it.
	 * @return the time
	 */
	long nextLook() {
		return renewable() ? Math.min(this.lease.renewAt(), deadline()) : deadline();
	}

	boolean renewable() {
		return terms().renew() && this.lease.deadline() < this.maxEnd;
	}

	/**
	 * Whether a nested request needs more time than this hold has, and nobody renews it.
	 * @param nested what is wanted
	 * @param now the time
	 * @return whether to extend it first
	 */
	boolean wantsMore(Terms nested, long now) {
		boolean kept = terms().renew() && nested.ttl() <= this.lease.ttl();
		return !kept && MonotonicClock.plus(now, nested.ttl()) > MonotonicClock.plus(deadline(), nested.ttl() / 10);
	}

	Renewal renewal(long now) {
		// Not past maxHold: the key should not outlive the hold by a whole ttl.
		long ttl = Math.min(this.lease.ttl(), MonotonicClock.plus(this.maxEnd, this.lease.ttl() / 10) - now);
		return new Renewal(this.lease, TimeUnit.NANOSECONDS.toMillis(ttl));
	}

	Release release(long now) {
		long keep = MonotonicClock.plus(this.grantedAt, terms().minHold()) - now;
		return this.lease.release((keep > 0) ? TimeUnit.NANOSECONDS.toMillis(keep) + 1 : 0);
	}

	long fence() {
		return this.fence;
	}

	/** A nested request wants a number, and the outer one did not: it gets one late. */
	void fenced(long number) {
		this.fence = number;
	}

	void enter() {
		this.depth++;
	}

	int leave() {
		return --this.depth;
	}

	void end() {
		this.ended = true;
	}

	void extendFixed(long end) {
		this.fixedEnd = Math.max(this.fixedEnd, end);
	}

	/**
	 * Ends it by a loss.
	 * @param cause the cause
	 * @return what was to be run then
	 */
	List<Runnable> lose(LossCause cause) {
		this.lossCause = cause;
		this.ended = true;
		return List.copyOf(this.lossActions);
	}

	boolean addLossAction(Runnable action) {
		return this.lossCause == null && this.lossActions.add(action);
	}

}
