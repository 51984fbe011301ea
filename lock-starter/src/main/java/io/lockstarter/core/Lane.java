package io.lockstarter.core;

import io.lockstarter.LockException;
import io.lockstarter.LockLostException;
import io.lockstarter.LossCause;
import io.lockstarter.store.Holder;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.Wait;
import org.jspecify.annotations.Nullable;

/**
 * All that this instance knows of one key while somebody here holds it or waits for it: a
 * state machine that does no I/O, starts no thread and reads no clock. Callers stand in
 * one queue, and only its head acts; what they have then is the other half,
 * {@link Tenure}. A lane is never used again once it is dead.
 *
 * <pre>
 * CONTENDING  nothing below is true, and it is time to try: the head sends an attempt
 *   won             → OFFERED; nobody there any more: swept
 *   busy            → CONTENDING by script; those who try once are refused
 *   held by another → WAITING; those who try once are refused
 *   failed          → WAITING; those who try once are refused, for good: the sender too
 * WAITING     the same, but not yet time to try: the head sleeps
 *   granted         → OFFERED
 * OFFERED     a lease waits for the head, which takes it if it is still valid → HELD
 *   too little left → renewed first
 * HELD        lost → CONTENDING
 *   released        → RELEASING; somebody waits: handed on → OFFERED, within bounds
 * RELEASING   answered or failed → CONTENDING
 *   others' turn    → WAITING; nobody else wanted it → OFFERED
 * any         nobody waits, nothing is held or in flight → DEAD
 * </pre>
 */
final class Lane {

	private static final int MOST_FENCES = 256;

	private final String key;

	private final Effects effects;

	private final WaitQueue queue = new WaitQueue();

	private final Contest contest;

	private final Tenure tenure;

	private @Nullable HeldLease offered;

	private @Nullable HeldLease prolonged;

	private boolean dead;

	Lane(String key, Effects effects) {
		this.key = key;
		this.effects = effects;
		this.contest = new Contest(key, effects);
		this.tenure = new Tenure(this, effects);
	}

	String key() {
		return this.key;
	}

	Tenure tenure() {
		return this.tenure;
	}

	/**
	 * A caller asks for the key.
	 * @param waiter the caller
	 * @param now the time
	 * @return {@code false} if this lane is dead: ask a new one
	 */
	synchronized boolean ask(Waiter waiter, long now) {
		this.tenure.expire(now);
		Hold held = this.tenure.hold();
		if (this.dead) {
			return false;
		}
		if (held != null && held.belongsTo(waiter.owner())) {
			held.enter();
			waiter.grant(held);
		}
		else if (waiter.terms().triesOnce() && (held != null || !this.queue.isEmpty())) {
			waiter.refuse(Refusals.busy(waiter, now));
		}
		else {
			this.queue.add(waiter);
		}
		return true;
	}

	/**
	 * What a waiter's driver is to do now.
	 * @param waiter the waiter
	 * @param now the time
	 * @return the step
	 */
	synchronized Step next(Waiter waiter, long now) {
		this.tenure.expire(now);
		if (waiter == this.queue.head()) {
			Step first = takeOffer(waiter, now);
			if (first != null) {
				return first;
			}
		}
		Hold granted = waiter.hold();
		LossCause lost = (granted != null) ? granted.lossCause() : null;
		if (lost != null) {
			waiter.refuse(new LockLostException(this.key, lost));
		}
		if (waiter.settled()) {
			return Step.SETTLED;
		}
		boolean leads = waiter == this.queue.head() && isOpen() && this.offered == null;
		if (leads && now >= this.contest.wakeAt() && waiter.mayTry(now)) {
			return this.contest.start(waiter, fencesWanted(waiter));
		}
		if (now >= waiter.deadline()) {
			timeOut(waiter, now);
			return Step.SETTLED;
		}
		return new Step.Sleep(leads ? Math.min(this.contest.wakeAt(), waiter.deadline()) : waiter.deadline());
	}

	private boolean isOpen() {
		return !this.tenure.isTaken() && !this.contest.inFlight() && this.prolonged == null;
	}

	/** Returns what is to be done before it can be taken. */
	private @Nullable Step takeOffer(Waiter head, long now) {
		HeldLease lease = this.offered;
		if (lease == null) {
			return null;
		}
		if (now >= lease.deadline()) { // rule K
			this.offered = null;
			sweep(lease, 0);
			refuseThoseWhoTryOnce(now);
			contend();
		}
		else if (lease.suffices(head, now)) {
			this.offered = null;
			this.queue.remove(head);
			lease.takenBy(head.terms());
			this.tenure.begin(lease, head, now);
			refuseThoseWhoTryOnce(now);
		}
		else if (now < head.deadline()) {
			this.offered = null;
			this.prolonged = lease;
			lease.wantedBy(head);
			head.trying();
			return new Step.Prolongation(lease, head.terms().ttl(), fencesWanted(head));
		}
		return null;
	}

	/** One for each that may get the lease in turn, in one command. */
	private int fencesWanted(Waiter head) {
		return head.terms().fence() ? Math.min(this.queue.size(), MOST_FENCES) : 0;
	}

	/** A lease that is handed on was renewed, or not. */
	synchronized void prolonged(HeldLease lease, RenewReply reply, long sentAt, long ttl) {
		if (this.prolonged != lease) {
			return;
		}
		this.prolonged = null;
		if (reply == RenewReply.RENEWED) {
			lease.renewed(sentAt, ttl);
			offer(lease);
		}
		else {
			sweep(lease, 0);
			contend();
		}
	}

	/** The lock server says that it is not ours, while it waits to be taken. */
	void disowned(HeldLease lease) {
		if (this.offered == lease) {
			this.offered = null;
			sweep(lease, 0);
			contend();
		}
	}

	/** Whether somebody here waits whom a lease can be handed on to. */
	boolean canHandOn(HeldLease lease, long now) {
		return this.queue.head() != null && !lease.exposed() && lease.lasts(now);
	}

	/** Whoever waits here first. */
	@Nullable Waiter head() {
		return this.queue.head();
	}

	/** Another instance has the key now. */
	void refuseThoseWhoTryOnce(long now) {
		this.queue.refuseThoseWhoTryOnce((waiter) -> Refusals.busy(waiter, now));
	}

	/**
	 * A caller that tries once waits for one command at the most: if the release before
	 * it failed, it sends none of its own.
	 */
	void releaseEnded(@Nullable ReleaseReply reply) {
		if (reply == ReleaseReply.FAILED) {
			this.queue.refuseThoseWhoTryOnce(Refusals::unreleased);
		}
	}

	void offer(HeldLease lease) {
		this.offered = lease;
		goOn();
	}

	/** A waiter's time is over. */
	synchronized void timeOut(Waiter waiter, long now) {
		StoreException failure = this.contest.failure();
		abandon(waiter, (failure != null) ? Refusals.failed(waiter, failure) : Refusals.busy(waiter, now));
	}

	/** A waiter gives up; without effect if it was granted or refused before. */
	synchronized void abandon(Waiter waiter, LockException reason) {
		if (!waiter.settled()) {
			this.queue.remove(waiter);
			waiter.refuse(reason);
			goOn();
		}
	}

	synchronized void refuseAll() {
		this.queue.refuseAll((waiter) -> Refusals.shutdown(this.key));
		goOn();
	}

	synchronized void won(Attempt attempt, long sentAt) {
		if (!this.contest.isCurrent(attempt)) {
			return;
		}
		offer(this.contest.won(attempt, sentAt));
	}

	synchronized void busy(Attempt attempt, long now) {
		if (!this.contest.isCurrent(attempt)) {
			return;
		}
		this.contest.busy(attempt);
		refuseThoseWhoTryOnce(now);
		goOn();
	}

	synchronized void heldBy(Attempt attempt, Holder holder, @Nullable QueuePlace place, long sentAt, long now) {
		if (!this.contest.isCurrent(attempt)) {
			return;
		}
		this.contest.heldBy(attempt, holder, place, sentAt, now);
		refuseThoseWhoTryOnce(now);
		goOn();
	}

	synchronized void failed(Attempt attempt, StoreException failure, long now) {
		if (!this.contest.isCurrent(attempt)) {
			return;
		}
		this.contest.failed(attempt, failure, now);
		if (failure.outcome() == Outcome.REFUSED) {
			abandon(attempt.waiter(), Refusals.failed(attempt.waiter(), failure));
		}
		this.queue.refuseThoseWhoTryOnce((waiter) -> Refusals.failed(waiter, failure));
		goOn();
	}

	/**
	 * How an attempt queues if the key is held.
	 * @param attempt the attempt
	 * @return how, or {@code null}: it does not
	 */
	@Nullable Wait waitOf(Attempt attempt) {
		return this.contest.waitOf(attempt);
	}

	/**
	 * The key was granted to a token.
	 * @param token the token
	 * @param ticket the ticket that it had in the queue
	 * @return {@code false} if it is of no use here: it must be given back
	 */
	synchronized boolean granted(String token, long ticket) {
		if (this.contest.granted(token, ticket)) {
			goOn();
			return !this.dead;
		}
		// Perhaps we have asked meanwhile, and know already.
		return isOf(token, this.offered) || isOf(token, this.prolonged) || this.tenure.isOf(token);
	}

	private static boolean isOf(String token, @Nullable HeldLease lease) {
		return lease != null && lease.token().equals(token);
	}

	/** Wake-ups may have been lost, so this is as good as one. */
	synchronized void retry() {
		this.contest.retry();
		goOn();
	}

	synchronized int waiting() {
		return this.queue.size();
	}

	/** Its lease is over, but may still be in the lock server. */
	void sweep(HeldLease lease, long keepMillis) {
		this.effects.sweep(lease.release(keepMillis), lease.longestTtl(), lease.doubtful());
	}

	Contest contest() {
		return this.contest;
	}

	/** The key may be free again. */
	void contend() {
		this.contest.anew();
		goOn();
	}

	/** Whoever is the head now may have something to do; nobody: this was all. */
	void goOn() {
		if (isOpen() && this.offered == null) {
			this.offered = this.contest.takeGrant();
		}
		Waiter head = this.queue.head();
		if (head != null) {
			head.signal();
		}
		else if (isOpen() && !this.dead) {
			this.dead = true;
			this.effects.dead(this);
			this.contest.leave();
			if (this.offered != null) {
				sweep(this.offered, 0);
			}
		}
	}

}
