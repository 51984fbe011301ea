package io.lockstarter.lane;

import java.util.List;

import io.lockstarter.LockException;
import io.lockstarter.LockLostException;
import io.lockstarter.LockType;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.HeldLease.SentToken;
import io.lockstarter.lane.LaneState.Phase;
import io.lockstarter.store.Claim;
import io.lockstarter.store.Holder;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Serves the waiters of a lane. Only the head of their queue sends attempts. The head
 * takes the lease that is offered, unless a new caller takes it in a slice. Guarded by
 * the lane's lock.
 */
final class AcquirePhase {

	private static final int MAX_FENCES = 256;

	private final Lane lane;

	private final LaneState state;

	private final LaneCallbacks callbacks;

	private final Waiter.Queue queue = new Waiter.Queue();

	private final Attempts attempts;

	/** No caller waits here, but the place in the queue is kept for the next one. */
	private boolean spare;

	AcquirePhase(Lane lane, LaneState state, LaneCallbacks callbacks) {
		this.lane = lane;
		this.state = state;
		this.callbacks = callbacks;
		this.attempts = new Attempts(lane, callbacks);
	}

	boolean ask(Waiter waiter, long now) {
		Hold held = this.state.hold();
		if (this.state.is(Phase.DEAD)) {
			return false;
		}
		HeldLease offered = this.state.offer();
		waiter.setLane(this.lane);
		if (held != null && held.belongsTo(waiter.owner())) {
			nest(waiter, held);
			return true;
		}
		use();
		this.callbacks.requested(waiter);
		if (offered != null && !this.callbacks.closed()
				&& offered.mayBeTakenOutOfTurn(waiter, this.callbacks.handOff(), now)) {
			take(offered, waiter, now);
		}
		else if (waiter.terms().triesOnce() && (held != null || !this.queue.isEmpty())) {
			waiter.refuse(Refusals.busy(waiter, now));
		}
		else {
			this.queue.add(waiter);
		}
		return true;
	}

	boolean enter(Waiter waiter) {
		Hold held = this.state.hold();
		if (held == null || !held.belongsTo(waiter.owner())) {
			return false;
		}
		waiter.setLane(this.lane);
		if (held.mayNest(waiter.terms().type())) {
			nest(waiter, held);
		}
		else {
			this.callbacks.requested(waiter);
			waiter.refuse(Refusals.upgrade(this.lane.key()));
		}
		return true;
	}

	private void nest(Waiter waiter, Hold held) {
		boolean renewedAgain = held.enter(waiter.terms().type());
		waiter.grant(held);
		if (renewedAgain) {
			this.callbacks.wakeWatchdogBy(held.nextCheck());
		}
	}

	@Nullable Waiter moveWaiterTo(Lane other, long now) {
		Waiter head = this.queue.head();
		boolean moves = head != null && this.state.is(Phase.OPEN) && this.attempts.waitsForGrant()
				&& now < head.deadline();
		if (head == null || !moves) {
			return null;
		}
		this.queue.remove(head);
		head.setLane(other);
		this.spare = true;
		return head;
	}

	boolean join(Waiter waiter) {
		if (this.state.is(Phase.DEAD)) {
			return false;
		}
		use();
		add(waiter);
		signalHeadOrRetire();
		return true;
	}

	/** Lets a new caller use the place in the queue, if this lane was spare. */
	private void use() {
		if (this.spare) {
			this.spare = false;
			this.callbacks.refreshBy(this.attempts.batchAt());
		}
	}

	/** Adds a caller that has moved here, unless it has given up. */
	void add(Waiter waiter) {
		if (!waiter.settled()) {
			this.queue.add(waiter);
		}
	}

	/** Removes a caller that moves on. After an error, a lease may be offered to it. */
	void remove(Waiter waiter) {
		this.queue.remove(waiter);
		signalHeadOrRetire();
	}

	@Nullable SentToken endSpare() {
		if (!this.spare) {
			return null;
		}
		this.spare = false;
		this.state.dead();
		this.callbacks.dead(this.lane);
		return this.attempts.takePlace();
	}

	AcquireStep next(Waiter waiter, long now) {
		if (waiter == this.queue.head()) {
			AcquireStep first = takeOffer(waiter, now);
			if (first != null) {
				return first;
			}
		}
		Hold granted = waiter.hold();
		LockLostException.Reason lost = (granted != null) ? granted.lossCause() : null;
		if (lost != null) {
			waiter.refuse(new LockLostException(this.lane.key(), lost));
		}
		if (waiter.settled()) {
			return AcquireStep.SETTLED;
		}
		boolean leads = waiter == this.queue.head() && this.state.is(Phase.OPEN);
		if (leads && now >= this.attempts.wakeAt() && waiter.mayTry(now)) {
			Attempt attempt = this.attempts.start(waiter, fencesWanted(waiter));
			this.state.acquiring();
			return attempt;
		}
		boolean late = now >= waiter.deadline();
		if (late && !awaitsLastReply(waiter)) {
			refuseLate(waiter, now);
			return AcquireStep.SETTLED;
		}
		if (waiter.beginsToSleep()) {
			this.callbacks.waiting(waiter);
		}
		long until = leads ? this.attempts.wakeAt() : endOfSlice(waiter, now);
		return waiter.sleep(late ? MonotonicClock.NEVER : Math.min(until, waiter.deadline()));
	}

	/**
	 * Lets a late waiter wait for the command in flight if its reply serves this waiter.
	 * It may be the command of an earlier caller that gave up. Until the reply, nobody
	 * knows whether the lock is busy. Returns {@code false} if there is no such command.
	 */
	private boolean awaitsLastReply(Waiter late) {
		boolean inFlight = this.state.is(Phase.ACQUIRING) || this.state.is(Phase.PROLONGING);
		if (!inFlight || late != this.queue.head()) {
			return false;
		}
		late.trying(); // it waits longer by one command at most, and sends no other
		return true;
	}

	/**
	 * Returns the end of the slice if running callers keep passing the head: more
	 * wake-ups before that time would be in vain.
	 */
	private long endOfSlice(Waiter waiter, long now) {
		Hold held = this.state.hold();
		HandOffSettings bounds = this.callbacks.handOff();
		if (held == null || waiter != this.queue.head() || !waiter.wasPassed(held.lease(), bounds.passes())) {
			return MonotonicClock.NEVER;
		}
		long end = held.lease().sliceEnd(bounds);
		return (now < end) ? end : MonotonicClock.NEVER;
	}

	/**
	 * Takes the offered lease for the head of the queue, if there is one. Returns a step
	 * if the lease must be prolonged first.
	 */
	private @Nullable AcquireStep takeOffer(Waiter head, long now) {
		HeldLease lease = this.state.offer();
		if (lease == null) {
			return null;
		}
		if (now >= lease.deadline()) { // rule K (deadline check)
			withdraw(lease, now);
		}
		else if (lease.suffices(head, now)) {
			this.queue.remove(head);
			take(lease, head, now);
			lease.beginInTurn(now);
		}
		else if (now < head.deadline()) {
			lease.endSlice();
			this.state.prolonging(lease);
			lease.prolongingFor(head);
			head.trying();
			return new AcquireStep.Prolongation(lease, head.terms().ttl(), fencesWanted(head));
		}
		return null;
	}

	private void take(HeldLease lease, Waiter caller, long now) {
		lease.takenBy(caller.terms());
		Hold begun = new Hold(this.lane, lease, caller, now);
		this.state.held(begun);
		caller.grant(begun);
		this.callbacks.acquired(begun);
		this.callbacks.wakeWatchdogBy(RenewalSchedule.nextCheck(begun));
		refuseHeadIfItTriesOnce(now);
	}

	private void withdraw(HeldLease lease, long now) {
		this.state.open();
		this.callbacks.sweep(lease.sent(), 0, lease.lastFence());
		refuseHeadIfItTriesOnce(now);
		tryAgainNow();
	}

	/**
	 * Returns how many fencing numbers one command takes: one for each waiter that may
	 * take the lease in turn.
	 */
	private int fencesWanted(Waiter head) {
		return head.terms().fence() ? Math.min(this.queue.size(), MAX_FENCES) : 0;
	}

	void prolonged(HeldLease lease, RenewReply reply, long sentAt, long ttl) {
		if (!this.state.isProlonging(lease)) {
			return;
		}
		this.state.open();
		if (reply == RenewReply.RENEWED) {
			lease.renewed(sentAt, ttl);
			offer(lease);
		}
		else {
			this.callbacks.sweep(lease.sent(), 0, lease.lastFence());
			tryAgainNow();
		}
	}

	/** Withdraws an offered lease, since the lock server replied that it is not ours. */
	void leaseNotOurs(HeldLease lease) {
		if (this.state.offer() == lease) {
			this.state.open();
			this.callbacks.sweep(lease.sent(), 0, lease.lastFence());
			tryAgainNow();
		}
	}

	/** Returns the claim of the callers; {@code null} for an exclusive lock. */
	@Nullable Claim claim() {
		return this.lane.claim();
	}

	@Nullable Waiter head() {
		return this.queue.head();
	}

	Attempts attempts() {
		return this.attempts;
	}

	int waiting() {
		return this.queue.size();
	}

	List<Waiter> waiters() {
		return this.queue.all();
	}

	/** Refuses a caller that does not wait, since another instance has the key now. */
	void refuseHeadIfItTriesOnce(long now) {
		this.queue.refuseHeadIfItTriesOnce((waiter) -> Refusals.busy(waiter, now));
	}

	/**
	 * Ends the release. A caller that tries once waits for one command at most. If it has
	 * waited for a release that failed, it is refused without a command.
	 */
	void releaseEnded(@Nullable ReleaseReply reply) {
		if (reply == ReleaseReply.FAILED) {
			this.queue.refuseHeadIfItTriesOnce(Refusals::unreleased);
		}
	}

	void offer(HeldLease lease) {
		this.state.offered(lease);
		signalHeadOrRetire();
	}

	/**
	 * Offers the lease after a release. Does not signal a head that asks soon anyway, or
	 * that wakes up at the end of the slice. A claim has no slices.
	 */
	void handOn(HeldLease lease, long now) {
		this.state.offered(lease);
		Waiter head = this.queue.head();
		long end = lease.sliceEnd(this.callbacks.handOff());
		boolean inSlice = claim() == null && now < end;
		if (head == null || !(head.asksSoon() || (inSlice && head.wakesBy(end)))) {
			signalHeadOrRetire();
		}
	}

	/**
	 * Refuses a waiter whose wait time is over, unless its driver still has a step: to
	 * handle a reply, to take the offered lease, or to send the first attempt.
	 */
	void timeOut(Waiter waiter, long now) {
		boolean leads = waiter == this.queue.head();
		boolean starts = leads && this.state.is(Phase.OPEN) && now >= this.attempts.wakeAt() && waiter.mayTry(now);
		boolean offered = leads && this.state.offer() != null;
		if (!waiter.settled() && !starts && !offered && !awaitsLastReply(waiter)) {
			refuseLate(waiter, now);
		}
	}

	private void refuseLate(Waiter waiter, long now) {
		StoreException failure = this.attempts.failure();
		abandon(waiter, (failure != null) ? Refusals.failed(waiter, failure) : Refusals.busy(waiter, now, this.callbacks
			.describeHolder(waiter, this.state.hold(), this.attempts.lastHolder(), this.queue.size() - 1, now)));
	}

	void abandon(Waiter waiter, LockException reason) {
		if (!waiter.settled()) {
			this.queue.remove(waiter);
			waiter.refuse(reason);
			signalHeadOrRetire();
		}
	}

	void refuseAll() {
		this.spare = false;
		this.queue.refuseAll((waiter) -> Refusals.shutdown(this.lane.key()));
		signalHeadOrRetire();
	}

	void acquired(Attempt attempt, long sentAt) {
		this.state.open();
		offer(this.attempts.acquired(attempt, sentAt));
	}

	void busy(Attempt attempt, long now) {
		this.state.open();
		this.attempts.busy(attempt);
		refuseHeadIfItTriesOnce(now);
		signalHeadOrRetire();
	}

	void foundHolder(Attempt attempt, Holder holder, @Nullable QueuePlace place, long sentAt, long now) {
		this.state.open();
		this.attempts.foundHolder(attempt, holder, place, sentAt, now);
		refuseHeadIfItTriesOnce(now);
		signalHeadOrRetire();
	}

	@Nullable Attempt refresh(long now, long horizon) {
		Waiter head = this.queue.head();
		if (head == null || refreshAt(now) > horizon) {
			return null;
		}
		Attempt attempt = this.attempts.start(head, fencesWanted(head));
		this.state.acquiring();
		return attempt;
	}

	/** Returns the time at which a batch should ask again, or never. */
	long refreshAt(long now) {
		Waiter head = this.queue.head();
		boolean waits = this.state.is(Phase.OPEN) && head != null && now < head.deadline();
		return waits ? this.attempts.batchAt() : MonotonicClock.NEVER;
	}

	void conflict(Attempt attempt, LockType used) {
		this.state.open();
		this.attempts.busy(attempt);
		abandon(attempt.waiter(), Refusals.conflict(attempt.waiter().terms(), used));
		signalHeadOrRetire();
	}

	void failed(Attempt attempt, StoreException failure, long now) {
		this.state.open();
		this.attempts.failed(attempt, failure, now);
		this.callbacks.failed(attempt, failure);
		if (failure.outcome() == Outcome.REFUSED) {
			abandon(attempt.waiter(), Refusals.failed(attempt.waiter(), failure));
		}
		this.queue.refuseHeadIfItTriesOnce((waiter) -> Refusals.failed(waiter, failure));
		signalHeadOrRetire();
	}

	@Nullable QueueRequest queueRequest(Attempt attempt) {
		return QueueEntry.queueRequest(attempt, this.callbacks);
	}

	boolean granted(String token, long ticket, long fence) {
		if (this.attempts.granted(token, ticket, fence)) {
			signalHeadOrRetire();
			return !this.state.is(Phase.DEAD);
		}
		// A command may have taken the key for this token already.
		return this.state.has(token);
	}

	void retry() {
		this.spare = false;
		this.attempts.retry();
		signalHeadOrRetire();
	}

	/** Lets the head of the queue try again now, since the key may be free. */
	void tryAgainNow() {
		this.attempts.restart();
		signalHeadOrRetire();
	}

	/** Signals the head of the queue, or retires the lane if it has nothing to do. */
	void signalHeadOrRetire() {
		Waiter head = this.queue.head();
		HeldLease granted = this.state.is(Phase.OPEN) ? this.attempts.takeGrant(head) : null;
		if (granted != null) {
			this.state.offered(granted);
		}
		HeldLease offered = this.state.offer();
		if (head != null) {
			head.signal(offered);
		}
		else if ((this.state.is(Phase.OPEN) && !this.spare) || offered != null) {
			this.state.dead();
			this.callbacks.dead(this.lane);
			this.attempts.leaveQueue();
			if (offered != null) {
				this.callbacks.sweep(offered.sent(), 0, offered.lastFence());
			}
		}
	}

}
