package io.lockstarter.lane;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.lockstarter.LockLostException;
import io.lockstarter.LockType;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import org.jspecify.annotations.Nullable;

/**
 * Represents the ownership of a lock by one owner, entered once or several times. Written
 * under its lane's lock, read by any thread. A hold that has ended never becomes valid
 * again.
 */
public final class Hold {

	private static final CompletionStage<@Nullable Void> NO_ACTIONS = CompletableFuture.completedStage(null);

	private final Lane lane;

	private final HeldLease lease;

	private final Waiter waiter;

	private final long grantedAt;

	private final long maxEnd;

	/** The fencing number, or zero. */
	private volatile long fence;

	private volatile long fixedEnd;

	private volatile boolean ended;

	private volatile boolean unused;

	private volatile LockLostException.@Nullable Reason lossCause;

	/**
	 * The application has read the token while the lock was held, so no later hold uses
	 * it.
	 */
	private volatile boolean tokenExposed;

	/** No code can release the hold, and no owner relies on it. It is not renewed. */
	private volatile boolean abandoned;

	/** The application has lost all handles without releasing them. */
	private boolean handlesLost;

	private final RenewalSchedule.Handles handles = new RenewalSchedule.Handles();

	private int depth = 1;

	/** The number of entries that need only the read lock, in the hold of a writer. */
	private int readers;

	/** The number of entries that continue without the owner. */
	private int detached;

	/** Replaced by a new list with each change, since most holds have no actions. */
	private volatile List<LossAction> lossActions = List.of();

	/** Completes when the last action on the loss has run. */
	private CompletionStage<@Nullable Void> lossActionsDone = NO_ACTIONS;

	Hold(Lane lane, HeldLease lease, Waiter waiter, long now) {
		Waiter.Terms terms = waiter.terms();
		this.lane = lane;
		this.lease = lease;
		this.waiter = waiter;
		this.grantedAt = now;
		this.maxEnd = MonotonicClock.plus(now, terms.maxHold());
		// A fixed ttl ends the hold, even if the key's ttl is longer: rule A (no shorter
		// ttl).
		this.fixedEnd = terms.renew() ? MonotonicClock.NEVER : MonotonicClock.plus(now, terms.ttl());
		this.fence = terms.fence() ? lease.takeFence() : 0;
	}

	public Lane lane() {
		return this.lane;
	}

	public HeldLease lease() {
		return this.lease;
	}

	public Waiter waiter() {
		return this.waiter;
	}

	public Waiter.Terms terms() {
		return this.waiter.terms();
	}

	public long grantedAt() {
		return this.grantedAt;
	}

	int depth() {
		return this.depth;
	}

	public LockLostException.@Nullable Reason lossCause() {
		return this.lossCause;
	}

	public long deadline() {
		return Math.min(this.lease.deadline(), Math.min(this.maxEnd, this.fixedEnd));
	}

	/**
	 * Returns whether the lock is provably held. The result {@code false} is final.
	 * @param now the time, read after the start of the call
	 * @return whether it is held
	 */
	public boolean isHeld(long now) {
		return !this.ended && (now < deadline() || !this.lane.expire(this, now));
	}

	LockLostException.Reason causeOfExpiry(long now) {
		return (now >= this.maxEnd) ? LockLostException.Reason.MAX_HOLD : LockLostException.Reason.EXPIRED;
	}

	/**
	 * Returns the time of the next check by the watchdog.
	 * @return the time
	 */
	public long nextCheck() {
		return RenewalSchedule.nextCheck(this);
	}

	long maxEnd() {
		return this.maxEnd;
	}

	/**
	 * Returns whether a nested request needs more time than this hold has, and the
	 * watchdog does not prolong it.
	 * @param nested the terms of the nested request
	 * @param now the time
	 * @return whether to extend the hold first
	 */
	public boolean needsExtensionFor(Waiter.Terms nested, long now) {
		boolean kept = terms().renew() && nested.ttl() <= this.lease.ttl();
		return !kept && MonotonicClock.plus(now, nested.ttl()) > MonotonicClock.plus(deadline(), nested.ttl() / 10);
	}

	/**
	 * Notes that no work was done under the lock, so that the minimum hold does not
	 * apply.
	 */
	public void neverUsed() {
		this.unused = true;
	}

	public Release release(long now) {
		if (this.unused) {
			return this.lease.release(0);
		}
		long keep = minEnd() - now;
		return this.lease.release((keep > 0) ? TimeUnit.NANOSECONDS.toMillis(keep) + 1 : 0);
	}

	/** Returns the end of the minimum hold. */
	long minEnd() {
		return MonotonicClock.plus(this.grantedAt, terms().minHold());
	}

	public long fence() {
		return this.fence;
	}

	/**
	 * Sets the fencing number later, for a nested request whose outer request took none.
	 */
	void fenced(long number) {
		this.fence = number;
	}

	/**
	 * Returns whether a request of this owner is nested in the hold. A request is not
	 * nested if all remaining entries are detached, because it would run in parallel with
	 * them.
	 */
	boolean belongsTo(Object owner) {
		return this.waiter.owner() == owner && this.depth > this.detached;
	}

	void detached(int entries) {
		this.detached += entries;
	}

	/** Returns whether the owner can acquire a lock of this type without waiting. */
	boolean mayNest(LockType asked) {
		return asked != LockType.WRITE || type() == LockType.WRITE;
	}

	/**
	 * Returns the type as which the owner holds the lock. A writer whose remaining
	 * entries need only the read lock is a reader, before the lock server knows it.
	 */
	LockType type() {
		return (this.depth == this.readers) ? LockType.READ : terms().type();
	}

	/**
	 * Adds an entry.
	 * @return {@code true} if the hold was abandoned before, and is renewed again
	 */
	boolean enter(LockType entry) {
		this.depth++;
		this.readers += isReaderOfAWriter(entry) ? 1 : 0;
		boolean resumes = this.abandoned;
		this.abandoned = false;
		this.handlesLost &= !resumes;
		return resumes;
	}

	int leave(LockType entry) {
		this.readers -= isReaderOfAWriter(entry) ? 1 : 0;
		return --this.depth;
	}

	private boolean isReaderOfAWriter(LockType entry) {
		return entry == LockType.READ && terms().type() == LockType.WRITE;
	}

	void end() {
		this.ended = true;
	}

	void extendFixed(long end) {
		this.fixedEnd = Math.max(this.fixedEnd, end);
	}

	/**
	 * Returns the token to the application. After the end of the hold, another caller may
	 * have the lease and its token: rule C (exposed tokens).
	 * @return the token; if the hold ended before the first call, a text that is no token
	 */
	public String exposeToken() {
		if (!this.ended) {
			// Order matters. If a release does not see `exposed`, it has already ended
			// the hold, and the second check finds this.
			this.lease.expose();
			if (!this.ended) {
				this.tokenExposed = true;
			}
		}
		boolean known = this.tokenExposed || this.lossCause != null;
		return known ? this.lease.token() : this.lease.token() + ":released";
	}

	/**
	 * Adds a handle.
	 * @param handle the reference to a new handle
	 */
	public void addHandle(WeakReference<?> handle) {
		this.handles.add(handle);
	}

	/**
	 * Removes a handle. Its entry must not have ended yet.
	 * @param handle the reference to a handle that is being released, that was never
	 * delivered, or that only the owner's thread can release
	 */
	public void removeHandle(WeakReference<?> handle) {
		this.handles.remove(handle);
	}

	/**
	 * Returns whether no code can release the hold, unless a handle is on its way to the
	 * application. {@link Lane#checkHandles} decides this.
	 * @return whether the application has neither a handle nor the token
	 */
	public boolean mayBeAbandoned() {
		return !this.abandoned && !this.tokenExposed && terms().renew() && this.handles.areUnreachable();
	}

	/**
	 * Marks the hold as abandoned if no code can release it and its owner does not work
	 * any more. A thread that runs may still work under the lock, unless all entries are
	 * detached from it, and so may code that wants to learn of a loss. Such a hold is
	 * only reported.
	 * @return {@code true} if this is to be reported
	 */
	boolean checkHandles() {
		if (!mayBeAbandoned()) {
			return false;
		}
		boolean ended = this.waiter.hasEnded();
		if (!ended && !this.handles.areLost(this.depth)) {
			return false;
		}
		boolean first = !this.handlesLost;
		this.handlesLost = true;
		boolean works = this.waiter.worksWithoutHandles() && this.depth > this.detached;
		this.abandoned = ended || !(works || isListenedTo());
		return first;
	}

	/**
	 * Returns whether the hold is not renewed any more, since no code can release it.
	 * @return whether it is abandoned
	 */
	public boolean isAbandoned() {
		return this.abandoned;
	}

	/**
	 * Ends the hold by a loss.
	 * @param cause the cause
	 * @return the actions to run
	 */
	List<LossAction> lose(LockLostException.Reason cause) {
		this.lossCause = cause;
		this.ended = true;
		return this.lossActions;
	}

	/** Returns whether code of the application wants to learn of a loss. */
	private synchronized boolean isListenedTo() {
		return this.lossActions.stream().anyMatch(LossAction::ofApplication);
	}

	/** Removes the actions of one handle. */
	public synchronized void forget(AtomicBoolean released) {
		this.lossActions = this.lossActions.stream().filter((action) -> action.released() != released).toList();
	}

	/** Adds an action. Actions are removed without the lane's lock. */
	synchronized boolean addLossAction(LossAction action) {
		if (this.lossCause != null) {
			return false;
		}
		this.lossActions = Stream.concat(this.lossActions.stream(), Stream.of(action)).toList();
		return true;
	}

	/**
	 * Adds a step to the stages that run the actions on the loss, in order.
	 * @param next returns the new last stage for the old one
	 */
	public synchronized void afterLossActions(UnaryOperator<CompletionStage<@Nullable Void>> next) {
		this.lossActionsDone = next.apply(this.lossActionsDone);
	}

	/**
	 * An action that runs on a loss, unless its handle is released. It does not refer to
	 * the handle, since the hold must not keep the handle reachable.
	 *
	 * @param released whether the handle is released
	 * @param action the action
	 * @param ofApplication whether code of the application registered it
	 */
	public record LossAction(AtomicBoolean released, Runnable action, boolean ofApplication) implements Runnable {

		@Override
		public void run() {
			if (!this.released.get()) {
				this.action.run();
			}
		}

	}

}
