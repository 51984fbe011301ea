package io.lockstarter.lane;

import java.util.List;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.lockstarter.LockException;
import io.lockstarter.LockLostException;
import io.lockstarter.LockType;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.HeldLease.SentToken;
import io.lockstarter.store.Claim;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Holds all that this instance knows of one key while a caller here holds it or waits for
 * it. It is a state machine that does no I/O, starts no thread and reads no clock. A dead
 * lane is never used again. Only this class synchronizes; its parts have no lock of their
 * own.
 *
 * <pre>
 * OPEN        no lease is here, and no command is in flight: the head of the queue sends
 *             an attempt when it is due → ACQUIRING; granted meanwhile → OFFERED
 * ACQUIRING   acquired → OFFERED
 *             busy, held by another, or failed → OPEN, and the next attempt is scheduled;
 *             a caller that tries once is refused
 * OFFERED     the head of the queue takes the lease, and a slice begins → HELD
 *             in a slice, a caller that asks takes the lease out of turn → HELD
 *             too little time is left → PROLONGING; expired, or not ours → OPEN
 * PROLONGING  renewed → OFFERED; else → OPEN
 * HELD        lost → OPEN; released → RELEASING
 *             another caller waits here: handed on → OFFERED, within bounds
 * RELEASING   answered or failed → OPEN; no other instance waits → OFFERED
 * OPEN and OFFERED, when no caller waits → DEAD. Exception: the caller of an OPEN lane has moved
 *             to another lane. Then the lane stays for a short time, until the next caller comes.
 * </pre>
 */
public final class Lane {

	private final String key;

	/** How the callers of this lane claim the key; null for an exclusive lock. */
	private final @Nullable Claim claim;

	@GuardedBy("this")
	private final LaneState state = new LaneState();

	@GuardedBy("this")
	private final AcquirePhase acquiring;

	@GuardedBy("this")
	private final HoldPhase holding;

	public Lane(String key, LaneCallbacks callbacks) {
		this(key, null, callbacks);
	}

	/**
	 * Creates the lane of one caller, for a lock that several callers may hold or for
	 * which each caller queues by itself.
	 * @param key the key
	 * @param claim how the caller claims the key
	 * @param callbacks the engine
	 */
	public Lane(String key, @Nullable Claim claim, LaneCallbacks callbacks) {
		this.key = key;
		this.claim = claim;
		this.acquiring = new AcquirePhase(this, this.state, callbacks);
		this.holding = new HoldPhase(this.state, this.acquiring, callbacks);
	}

	public String key() {
		return this.key;
	}

	/** Returns the claim of its caller; {@code null} for an exclusive lock. */
	public @Nullable Claim claim() {
		return this.claim;
	}

	/** Returns the current hold. It is read without the lock, so it may have changed. */
	@SuppressWarnings("GuardedBy")
	public @Nullable Hold hold() {
		return this.state.hold();
	}

	// --- callers

	/**
	 * Adds a caller that asks for the key.
	 * @param waiter the caller
	 * @param now the time
	 * @return {@code false} if this lane is dead and the caller must ask a new one
	 */
	public synchronized boolean ask(Waiter waiter, long now) {
		this.holding.expire(now);
		return this.acquiring.ask(waiter, now);
	}

	/**
	 * Returns whether a release would hand the permit of a semaphore on to a caller with
	 * the same claim.
	 * @param ending the hold, which is about to be released
	 * @param places how many places in the queue this instance has. They share the time
	 * of hand-offs.
	 * @param now the time
	 * @return {@code false} if the lease would be released
	 */
	public synchronized boolean handsOn(Hold ending, int places, long now) {
		return this.holding.handsOn(ending, places, now);
	}

	/**
	 * Lets the waiting caller move to another lane. Its place in the queue of instances
	 * stays here for another caller, until {@link #endSpare}.
	 * @param other the lane that is about to receive the caller
	 * @param now the time
	 * @return the caller; {@code null} if it cannot move now
	 */
	public synchronized @Nullable Waiter moveWaiterTo(Lane other, long now) {
		return this.acquiring.moveWaiterTo(other, now);
	}

	/**
	 * Sends a caller to another lane, because this lane could not serve it.
	 * @param waiter the caller
	 * @param other the lane that it joins next
	 */
	public synchronized void sendOn(Waiter waiter, Lane other) {
		if (!waiter.waitsElsewhere(this)) {
			this.acquiring.remove(waiter);
			waiter.setLane(other);
		}
	}

	/**
	 * Adds a caller that comes from another lane.
	 * @param waiter the caller
	 * @return {@code false} if this lane is dead and the caller must join a new one
	 */
	public synchronized boolean join(Waiter waiter) {
		return this.acquiring.join(waiter);
	}

	/**
	 * Ends the lane if its caller has moved, and no other caller has come.
	 * @return the token to remove from the lock server; {@code null} if the lane has not
	 * ended now
	 */
	public synchronized @Nullable SentToken endSpare() {
		return this.acquiring.endSpare();
	}

	/**
	 * Nests a caller in the hold of the same owner, or refuses it since it would wait for
	 * itself.
	 * @param waiter the caller
	 * @param now the time
	 * @return {@code false} if its owner has no hold here
	 */
	public synchronized boolean enter(Waiter waiter, long now) {
		this.holding.expire(now);
		return this.acquiring.enter(waiter);
	}

	/**
	 * Returns what the waiter's driver must do now.
	 * @param waiter the waiter
	 * @param now the time
	 * @return the step
	 */
	public synchronized AcquireStep next(Waiter waiter, long now) {
		if (waiter.waitsElsewhere(this)) {
			return new AcquireStep.Sleep(now);
		}
		this.holding.expire(now);
		return this.acquiring.next(waiter, now);
	}

	/**
	 * Refuses a waiter whose wait time is over, unless it may be served by a reply in
	 * flight, by the offered lease, or by its first attempt.
	 */
	public void timeOut(Waiter waiter, long now) {
		Lane lane = this;
		while (!lane.timeOutHere(waiter, now)) {
			lane = waiter.lane();
		}
	}

	/** Returns {@code false} if the waiter has moved to another lane. */
	private synchronized boolean timeOutHere(Waiter waiter, long now) {
		boolean here = !waiter.waitsElsewhere(this);
		if (here) {
			this.acquiring.timeOut(waiter, now);
		}
		return here;
	}

	/**
	 * Removes a waiter that gives up; has no effect if it was granted or refused before.
	 */
	public void abandon(Waiter waiter, LockException reason) {
		Lane lane = this;
		while (!lane.abandonHere(waiter, reason)) {
			lane = waiter.lane();
		}
	}

	/** Returns {@code false} if the waiter has moved to another lane. */
	private synchronized boolean abandonHere(Waiter waiter, LockException reason) {
		boolean here = !waiter.waitsElsewhere(this);
		if (here) {
			this.acquiring.abandon(waiter, reason);
		}
		return here;
	}

	public synchronized void refuseAll() {
		this.acquiring.refuseAll();
	}

	public synchronized int waiting() {
		return this.acquiring.waiting();
	}

	/** Returns the callers that wait, in their order. */
	public synchronized List<Waiter> waiters() {
		return this.acquiring.waiters();
	}

	// --- replies to attempts, and wake-ups

	public synchronized void acquired(Attempt attempt, long sentAt) {
		if (this.acquiring.attempts().isCurrent(attempt)) {
			this.acquiring.acquired(attempt, sentAt);
		}
	}

	public synchronized void busy(Attempt attempt, long now) {
		if (this.acquiring.attempts().isCurrent(attempt)) {
			this.acquiring.busy(attempt, now);
		}
	}

	public synchronized void foundHolder(Attempt attempt, Holder holder, @Nullable QueuePlace place, long sentAt,
			long now) {
		if (this.acquiring.attempts().isCurrent(attempt)) {
			this.acquiring.foundHolder(attempt, holder, place, sentAt, now);
		}
	}

	/**
	 * Starts the attempt that asks again for a token in the queue, as part of a batch.
	 * @param now the time
	 * @param horizon the latest time at which the attempt is due
	 * @return the attempt, whose outcome must be reported; {@code null} if none is due
	 */
	public synchronized @Nullable Attempt refresh(long now, long horizon) {
		return this.acquiring.refresh(now, horizon);
	}

	/** Returns the time at which a batch should ask again, or never. */
	public synchronized long refreshAt(long now) {
		return this.acquiring.refreshAt(now);
	}

	/** Handles the reply that locks of another type use the key. */
	public synchronized void conflict(Attempt attempt, LockType used) {
		if (this.acquiring.attempts().isCurrent(attempt)) {
			this.acquiring.conflict(attempt, used);
		}
	}

	public synchronized void failed(Attempt attempt, StoreException failure, long now) {
		if (this.acquiring.attempts().isCurrent(attempt)) {
			this.acquiring.failed(attempt, failure, now);
		}
	}

	/**
	 * Returns how an attempt queues if the key is held; {@code null}: it does not queue.
	 */
	public synchronized @Nullable QueueRequest queueRequest(Attempt attempt) {
		return this.acquiring.queueRequest(attempt);
	}

	/** Handles the reply to the renewal of a lease that is handed on. */
	public synchronized void prolonged(HeldLease lease, RenewReply reply, long sentAt, long ttl) {
		this.acquiring.prolonged(lease, reply, sentAt, ttl);
	}

	/**
	 * Handles the message that the key was granted to a token.
	 * @param token the token
	 * @param ticket the ticket that it had in the queue
	 * @return {@code false} if no waiter here needs the key, so that it must be released
	 */
	public synchronized boolean granted(String token, long ticket) {
		return this.acquiring.granted(token, ticket, 0);
	}

	/**
	 * Handles the message that the key was granted to a token.
	 * @param token the token
	 * @param ticket the ticket that it had in the queue
	 * @param fence the fencing number that was taken with the key, or zero
	 * @return {@code false} if no waiter here needs the key, so that it must be released
	 */
	public synchronized boolean granted(String token, long ticket, long fence) {
		return this.acquiring.granted(token, ticket, fence);
	}

	/** Wakes the head of the queue, since wake-ups may have been lost. */
	public synchronized void retry() {
		this.acquiring.retry();
	}

	// --- the holder, and replies to its commands

	/**
	 * Releases a hold.
	 * @param hold the hold
	 * @param now the time
	 * @return what is left to do
	 */
	public synchronized ReleaseStep release(Hold hold, long now) {
		return this.holding.release(hold, hold.terms().type(), null, now);
	}

	/**
	 * Releases one entry of a hold.
	 * @param hold the hold
	 * @param entry the type that the entry had asked for
	 * @param next a caller that moves here to take over the permit. If the step is not
	 * {@link ReleaseStep.Done#HANDED_ON}, it must join another lane.
	 * @param now the time
	 * @return what is left to do
	 */
	public synchronized ReleaseStep release(Hold hold, LockType entry, @Nullable Waiter next, long now) {
		return this.holding.release(hold, entry, next, now);
	}

	/** Notes that the release was sent. All later commands arrive after it. */
	public synchronized void releaseSent() {
		this.holding.releaseSent();
	}

	/**
	 * Handles the reply to a release after {@link #releaseSent}: the lane may have a new
	 * hold.
	 */
	public synchronized void releaseAnswered(Hold hold, Release release, ReleaseReply reply, boolean reconnected,
			long now) {
		this.holding.settle(hold, release, reply, reconnected, now);
	}

	/** Handles the reply to a release. */
	public synchronized void released(Hold hold, Release release, ReleaseReply reply, boolean reconnected, long now) {
		this.holding.released(hold, release, reply, reconnected, now);
	}

	/** Handles the reply to giving way to other instances. */
	public synchronized void gaveWay(Hold hold, ReleaseStep.GiveWay sent, GiveWayReply reply, boolean reconnected,
			long sentAt, long now) {
		this.holding.gaveWay(hold, sent, reply, reconnected, sentAt, now);
	}

	/** Returns the renewal of a hold if it is due by the horizon. */
	public synchronized @Nullable Renewal renewal(Hold hold, long now, long horizon) {
		return this.holding.renewal(hold, now, horizon);
	}

	public synchronized void renewed(HeldLease lease, RenewReply reply, long sentAt, long ttl, long now) {
		this.holding.renewed(lease, reply, sentAt, ttl, now);
	}

	/** Handles the reply to the holder's request for a fencing number. */
	public synchronized void fenced(Hold hold, long number, long sentAt, long ttl, long now) {
		this.holding.fenced(hold, number, sentAt, ttl, now);
	}

	/**
	 * Records the ttl of an extension before it is sent. It counts even if no reply
	 * arrives.
	 */
	public synchronized void ttlSent(Hold hold, long ttl) {
		hold.lease().ttlSent(ttl);
	}

	/** Handles the reply to an extension. */
	public synchronized void extended(Hold hold, RenewReply reply, long sentAt, long ttl, long now) {
		this.holding.extended(hold, reply, sentAt, ttl, now);
	}

	/** Declares a hold lost if its time is over; returns whether it has ended. */
	public synchronized boolean expire(Hold hold, long now) {
		this.holding.expire(now);
		return this.state.hold() != hold;
	}

	/**
	 * Takes the lock from its holder. Returns {@code false} if the hold had ended before.
	 */
	public synchronized boolean revoke(Hold held, LockLostException.Reason cause, long now) {
		return this.holding.revoke(held, cause, now);
	}

	/**
	 * Ends a hold that was never delivered to its owner: no loss, no minimum hold.
	 * @param undelivered the hold
	 * @return {@code false} if it has other entries, or had ended before
	 */
	public boolean endUndelivered(Hold undelivered) {
		return endUndelivered(undelivered, undelivered.terms().type());
	}

	/**
	 * Ends one entry of a hold that was never delivered to its owner.
	 * @param undelivered the hold
	 * @param entry the type of the entry
	 * @return {@code false} if it has other entries, or had ended before
	 */
	public synchronized boolean endUndelivered(Hold undelivered, LockType entry) {
		return this.holding.endUndelivered(undelivered, entry);
	}

	/**
	 * Adds an action that runs on a loss. Returns {@code false} if the hold is lost
	 * already: then the caller runs the action.
	 */
	public synchronized boolean addLossAction(Hold hold, Hold.LossAction action) {
		return hold.addLossAction(action);
	}

	/**
	 * Notes that entries of a hold continue without its owner.
	 * @param hold the hold
	 * @param entries how many more entries; negative when they end
	 */
	public synchronized void detached(Hold hold, int entries) {
		hold.detached(entries);
	}

	/**
	 * Checks whether the application has lost all handles of a hold without releasing
	 * them, and decides whether the hold is still renewed.
	 * @param hold the hold
	 * @return {@code true} if this is to be reported
	 */
	public synchronized boolean checkHandles(Hold hold) {
		return this.state.hold() == hold && hold.checkHandles();
	}

	public synchronized int depth(Hold hold) {
		return hold.depth();
	}

}
