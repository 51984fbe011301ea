package io.lockstarter.lane;

import java.util.concurrent.TimeUnit;

import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.HeldLease.SentToken;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Runs the attempts of a lane to acquire the key, one at a time. An attempt ends with the
 * reply, or its token joins the queue of instances. In the queue it waits for a grant,
 * and asks again at intervals. Guarded by the lane's lock.
 */
final class Attempts {

	/**
	 * The first sleep in the queue. The reply that puts a token into the queue does not
	 * contain the holder's remaining ttl; the next one does. This sleep is short, so that
	 * the next reply brings the ttl soon. Many waiters receive the key before it ends.
	 */
	private static final long FIRST_SLEEP = TimeUnit.MILLISECONDS.toNanos(200);

	/** The time for which a waiter lets the batch go first. */
	private static final long BATCH_DELAY = TimeUnit.MILLISECONDS.toNanos(200);

	private final Lane lane;

	private final LaneCallbacks callbacks;

	private @Nullable Attempt current;

	/** The entry in the queue of instances, or {@code null} if nothing is queued. */
	private @Nullable QueueEntry entry;

	/** The key does not expire before this time, according to the last reply. */
	private long heldUntil;

	private boolean byScript;

	private int sleeps;

	private long wakeAt;

	/** The next attempt is part of a batch. The waiter sends it only if that is late. */
	private boolean batched;

	/** Wake-ups may have been lost since the last command was sent. */
	private boolean wakeUpsMayBeLost;

	private @Nullable StoreException failure;

	/** The token that the lock server named last. */
	private @Nullable String lastHolder;

	/** The same token, if it belonged to this instance and was not in use. */
	private @Nullable String unusedToken;

	Attempts(Lane lane, LaneCallbacks callbacks) {
		this.lane = lane;
		this.callbacks = callbacks;
	}

	/** Returns the time at which the waiter itself sends the next attempt. */
	long wakeAt() {
		return this.batched ? MonotonicClock.plus(this.wakeAt, BATCH_DELAY) : this.wakeAt;
	}

	/**
	 * Returns the time at which a batch sends the next attempt.
	 * @return the time, or {@link MonotonicClock#NEVER} if the waiter sends it
	 */
	long batchAt() {
		return (this.batched && queuedAttempt() != null) ? this.wakeAt : MonotonicClock.NEVER;
	}

	/**
	 * Returns the failure of the last attempt.
	 * @return the failure, or {@code null} if it did not fail
	 */
	@Nullable StoreException failure() {
		return this.failure;
	}

	/** Returns the token that the lock server named last. */
	@Nullable String lastHolder() {
		return this.lastHolder;
	}

	/** Starts over with the plain command, since the key was just free. */
	void restart() {
		this.batched = false;
		this.byScript = false;
		this.sleeps = 0;
		this.wakeAt = 0;
	}

	/**
	 * Starts an attempt.
	 * @param waiter the waiter whose driver sends it
	 * @param fences how many fencing numbers to take with the key, if that is possible
	 * @return the attempt
	 */
	Attempt start(Waiter waiter, int fences) {
		Attempt queued = queuedAttempt();
		Attempt attempt = (queued != null) ? queued.repeatedFor(waiter) : Attempt.first(waiter, this.lane.key(),
				this.callbacks.newToken(this.lane), this.byScript || this.lane.claim() != null, fences);
		this.current = attempt;
		this.batched = false;
		this.wakeUpsMayBeLost = false;
		waiter.trying();
		return attempt;
	}

	/**
	 * Returns whether a reply belongs to the attempt in flight. If not, that attempt was
	 * given up, and its token must be removed.
	 * @param attempt the attempt that the reply belongs to
	 * @return whether the reply counts
	 */
	boolean isCurrent(Attempt attempt) {
		boolean counts = this.current != null && this.current.token().equals(attempt.token());
		if (!counts) {
			sweepIfUnconfirmed(attempt.unconfirmedIf(true));
		}
		return counts;
	}

	HeldLease acquired(Attempt attempt, long sentAt) {
		answered(null);
		if (attempt.queued() && (this.entry == null || !this.entry.wasGrantedEarly())) {
			noticeMissingMessage(sentAt);
		}
		this.entry = null;
		return HeldLease.acquired(attempt, sentAt);
	}

	void busy(Attempt attempt) {
		answered(null);
		this.entry = null;
		sweepIfUnconfirmed(attempt);
		this.byScript = true;
	}

	void foundHolder(Attempt attempt, Holder holder, @Nullable QueuePlace place, long sentAt, long now) {
		this.lastHolder = holder.token();
		long sleep = this.callbacks.backoff(this.sleeps++);
		boolean passedOver = attempt.queued() && place == null;
		if (place != null) {
			answered(null);
			confirmPlace(attempt, place, sentAt);
			sleep = Math.min(QueueEntry.sleep(this.callbacks, queuedAttempt(), sleep),
					(holder.remainingMillis() < 0) ? FIRST_SLEEP : MonotonicClock.NEVER);
		}
		else if (passedOver && attempt.waiter().terms().triesOnce()) {
			// This command did not request a place in the queue. An earlier command may
			// have left the token there, so remove it.
			answered(null);
			leaveQueue();
		}
		else {
			busy(attempt);
		}
		long remaining = TimeUnit.MILLISECONDS.toNanos(holder.remainingMillis());
		if (isLeftover(holder.token(), attempt.waiter())) {
			this.callbacks.sweep(new SentToken(this.lane.key(), holder.token(), Math.max(0, remaining), false), 0, 0);
		}
		if (remaining >= 0 && (place == null || place.first())) {
			sleep = Math.min(sleep, MonotonicClock.plus(remaining, this.callbacks.scatter()));
		}
		if (passedOver && !attempt.waiter().terms().triesOnce()) {
			// The token is no longer in the queue: the key expired, or the server saw no
			// subscriber. Join the queue again now.
			noticeMissingMessage(sentAt);
			sleep = 0;
		}
		this.heldUntil = (remaining >= 0) ? MonotonicClock.plus(sentAt, remaining) : 0;
		wakeAfter(sleep, now);
		if (place != null && !place.first() && !this.wakeUpsMayBeLost && this.callbacks.subscribed()) {
			this.batched = true;
			this.callbacks.refreshBy(this.wakeAt);
		}
	}

	/**
	 * Returns whether no lease and no attempt uses a token of this instance: rule D
	 * (unconfirmed tokens). Another caller of this instance may have released its claim
	 * since the reply. So a waiter for a claim must find the unused token twice.
	 */
	private boolean isLeftover(String token, Waiter waiter) {
		boolean unused = this.callbacks.isLeftover(token);
		boolean certain = this.lane.claim() == null || waiter.terms().triesOnce() || token.equals(this.unusedToken);
		this.unusedToken = unused ? token : null;
		return unused && certain;
	}

	/**
	 * Reports a missing message, but only before the key expires. After the expiry, no
	 * message is expected.
	 */
	private void noticeMissingMessage(long now) {
		if (now < this.heldUntil) {
			this.callbacks.suspectWakeUps(MissedWakeUpSign.NO_MESSAGE);
		}
	}

	void failed(Attempt attempt, StoreException failure, long now) {
		answered(failure);
		this.byScript = true;
		this.wakeAt = MonotonicClock.plus(now, this.callbacks.backoff(this.sleeps++));
		Attempt sent = attempt.unconfirmedIf(failure.outcome() == Outcome.UNKNOWN);
		if (this.entry == null || !this.entry.replyLost(sent)) {
			this.entry = null;
			sweepIfUnconfirmed(sent);
		}
	}

	/** Returns the attempt with which the lane queues behind other instances. */
	Attempt startGivingWay(Waiter head) {
		Attempt next = Attempt.first(head, this.lane.key(), this.callbacks.newToken(this.lane), true, 0);
		this.current = next;
		this.wakeUpsMayBeLost = false;
		this.entry = null;
		return next;
	}

	/**
	 * Handles the reply to the GiveWay command.
	 */
	void gaveWay(Attempt next, GiveWayReply reply, boolean unconfirmed, long sentAt, long now) {
		answered(null);
		restart();
		QueuePlace place = reply.place();
		if (place != null) {
			confirmPlace(next, place, sentAt);
			this.byScript = true;
			wakeAfter(Math.min(QueueEntry.sleep(this.callbacks, queuedAttempt(), this.callbacks.backoff(this.sleeps++)),
					FIRST_SLEEP), now);
		}
		else {
			this.entry = null;
			sweepIfUnconfirmed(next.unconfirmedIf(unconfirmed || reply.released() == ReleaseReply.FAILED));
			if (reply.unseen()) {
				yieldTurn(next.waiter(), now);
			}
		}
	}

	/**
	 * Sleeps so that instances that poll can ask first, if the head can wait that long.
	 */
	private void yieldTurn(Waiter head, long now) {
		long sleep = this.callbacks.backoff(Integer.MAX_VALUE) + this.callbacks.backoff(Integer.MAX_VALUE);
		if (MonotonicClock.plus(now, 2 * sleep) < head.deadline()) {
			wakeAfter(sleep, now);
		}
	}

	/**
	 * Handles the message that a token was granted the key. It may be old.
	 * @param token the token
	 * @param ticket the ticket that it had in the queue
	 * @param fence the fencing number that was taken with the key, or zero
	 * @return whether this token is the one in the queue
	 */
	boolean granted(String token, long ticket, long fence) {
		Attempt expected = (this.current != null) ? this.current : queuedAttempt();
		if (expected == null || !expected.token().equals(token)) {
			return false;
		}
		if (this.current != null) {
			entry().grantEarly(ticket, fence);
		}
		else if (!entry().grant(ticket, fence)) {
			this.wakeAt = 0;
			this.batched = false;
		}
		return true;
	}

	/**
	 * Returns the lease that was granted, if there is one. No command is in flight.
	 * @param head the caller that can take it. It may be another one than the caller that
	 * joined the queue.
	 */
	@Nullable HeldLease takeGrant(@Nullable Waiter head) {
		QueueEntry queued = this.entry;
		Attempt granted = (queued != null) ? queued.granted() : null;
		if (queued == null || granted == null) {
			return null;
		}
		this.entry = null;
		restart();
		if (head != null) {
			this.callbacks.granted(head, granted.token());
		}
		// The grant came after this token joined the queue. So a ttl that starts at the
		// join is never too long.
		return HeldLease.granted(granted, queued.queuedAt(), QueueEntry.grant(granted.ttl(), this.callbacks),
				!this.callbacks.confirmsGrants());
	}

	/** Makes the next attempt due now, since wake-ups may have been lost. */
	void retry() {
		this.wakeUpsMayBeLost = true;
		this.wakeAt = 0;
		this.batched = false;
	}

	/**
	 * Sets the next attempt. It does not sleep if wake-ups were lost while the command
	 * was in flight: rule I (lost wake-ups).
	 */
	private void wakeAfter(long sleep, long now) {
		this.wakeAt = this.wakeUpsMayBeLost ? 0 : MonotonicClock.plus(now, sleep);
	}

	/**
	 * Removes the token from the queue of instances, so that the next instance need not
	 * wait for this one.
	 */
	void leaveQueue() {
		SentToken place = takePlace();
		if (place != null) {
			this.callbacks.sweep(place, 0, 0);
		}
	}

	private void confirmPlace(Attempt attempt, QueuePlace place, long sentAt) {
		this.wakeUpsMayBeLost |= !entry().confirm(attempt, place, sentAt);
		if (!place.counted()) {
			this.callbacks.suspectWakeUps(MissedWakeUpSign.NOT_COUNTED);
		}
	}

	private QueueEntry entry() {
		QueueEntry known = this.entry;
		if (known == null) {
			known = new QueueEntry();
			this.entry = known;
		}
		return known;
	}

	/**
	 * Returns whether a token is in the queue and waits for a message, so that another
	 * caller may use it.
	 */
	boolean waitsForGrant() {
		return queuedAttempt() != null && this.entry != null && this.entry.granted() == null && this.current == null
				&& this.failure == null && !this.wakeUpsMayBeLost;
	}

	/** Gives up the place in the queue, and returns its token. */
	@Nullable SentToken takePlace() {
		Attempt queued = queuedAttempt();
		this.entry = null;
		return (queued != null) ? queued.sent() : null;
	}

	/** Returns the attempt that is in the queue, as far as we know. */
	private @Nullable Attempt queuedAttempt() {
		return (this.entry != null) ? this.entry.attempt() : null;
	}

	private void answered(@Nullable StoreException failure) {
		this.current = null;
		this.failure = failure;
	}

	/**
	 * Removes the token from the lock server if it may be there, since it will have no
	 * lease.
	 */
	private void sweepIfUnconfirmed(Attempt attempt) {
		if (attempt.sent().unconfirmed()) {
			this.callbacks.sweep(attempt.sent(), 0, 0);
		}
	}

}
