package io.lockstarter.core;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

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

	private volatile boolean unused;

	private volatile @Nullable LossCause lossCause;

	/** Its token was given out while it was held, so that no later hold has it. */
	private volatile boolean tokenGiven;

	/** Its owner has ended, and nobody can release it any more. */
	private volatile boolean abandoned;

	/** Its handles, as long as the application has them. */
	private final List<WeakReference<Handle>> handles = new CopyOnWriteArrayList<>();

	private int depth = 1;

	/** How many of its entries go on without the owner. */
	private int detached;

	// Forgotten without the lane's lock.
	private final List<Runnable> lossActions = Collections.synchronizedList(new ArrayList<>(0));

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
		return terms().renew() && !this.abandoned && this.lease.deadline() < this.maxEnd;
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

	/** Nothing was done under it, so there is nothing for which to keep the key. */
	void neverUsed() {
		this.unused = true;
	}

	Release release(long now) {
		if (this.unused) {
			return this.lease.release(0);
		}
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

	/**
	 * Whether a request of an owner is nested in it. It is not where only detached
	 * entries are left: it would run beside them.
	 */
	boolean belongsTo(Object owner) {
		return this.waiter.owner() == owner && this.depth > this.detached;
	}

	void detached(int entries) {
		this.detached += entries;
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
	 * The token, for the application. A hold that has ended may have been handed on (rule
	 * C), so that its token is that of another caller now.
	 * @return the token, or text that is no token if it was not asked for in time
	 */
	String giveToken() {
		if (!this.ended) {
			// In this order: a release that does not see it ends the hold before we look.
			this.lease.expose();
			if (!this.ended) {
				this.tokenGiven = true;
			}
		}
		boolean known = this.tokenGiven || this.lossCause != null;
		return known ? this.lease.token() : this.lease.token() + ":released";
	}

	/** A handle was made for it. */
	WeakReference<Handle> handledBy(Handle handle) {
		WeakReference<Handle> reference = new WeakReference<>(handle);
		this.handles.add(reference);
		return reference;
	}

	/** A handle was released, or is of no use without the owner. */
	void handledNoMore(WeakReference<Handle> reference) {
		this.handles.remove(reference);
	}

	/**
	 * Notices that nobody can release it any more: its owner is a thread that has ended,
	 * and the application has neither a handle nor its token. A handle that was passed on
	 * to another thread keeps it alive, also after the end of the first thread.
	 * @return whether this was noticed now
	 */
	boolean abandon() {
		if (this.abandoned || this.tokenGiven || !(this.waiter.owner() instanceof Thread thread) || thread.isAlive()
				|| this.handles.stream().anyMatch((handle) -> handle.get() != null)) {
			return false;
		}
		this.abandoned = true;
		return true;
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

	/** Forgets the actions of one handle. */
	void forget(AtomicBoolean released) {
		this.lossActions
			.removeIf((action) -> action instanceof Handle.LossAction known && known.released() == released);
	}

	boolean addLossAction(Runnable action) {
		return this.lossCause == null && this.lossActions.add(action);
	}

}
