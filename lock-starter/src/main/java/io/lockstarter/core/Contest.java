package io.lockstarter.core;

import java.util.concurrent.TimeUnit;

import io.lockstarter.store.Holder;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.Turn;
import io.lockstarter.store.Wait;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a lane to get the key: one at a time. An attempt either ends with the
 * reply, or its token stands in the queue of instances: then it is granted some time, and
 * asks again at intervals meanwhile. Guarded by the lane's lock.
 */
final class Contest {

	/**
	 * The first sleep in the queue: how long the holder's ttl lasts is told when we ask
	 * again, and many are served before.
	 */
	private static final long FIRST_SLEEP = TimeUnit.MILLISECONDS.toNanos(200);

	private static final long UNKNOWN_TICKET = -1;

	private final String key;

	private final Effects effects;

	private @Nullable Attempt current;

	private @Nullable Attempt queued;

	/** Before the command was sent that put or kept it in the queue. */
	private long queuedAt;

	/** Until when the key cannot expire, as far as the last reply tells. */
	private long heldUntil;

	/** The ticket of the last reply that found it in the queue. */
	private long ticket;

	/** What is queued was granted. */
	private boolean granted;

	/** The ticket of a grant that came while a command was in flight; zero for none. */
	private long earlyGrant;

	private boolean byScript;

	private int sleeps;

	private long wakeAt;

	/** Wake-ups may have been lost since it was last asked. */
	private boolean retries;

	private @Nullable StoreException failure;

	Contest(String key, Effects effects) {
		this.key = key;
		this.effects = effects;
	}

	boolean inFlight() {
		return this.current != null;
	}

	/**
	 * When it is time for the next attempt.
	 * @return the time
	 */
	long wakeAt() {
		return this.wakeAt;
	}

	/**
	 * Why the last attempt failed, if it did.
	 * @return the failure
	 */
	@Nullable StoreException failure() {
		return this.failure;
	}

	/** Begins from the start: the key was free a moment ago. */
	void anew() {
		this.byScript = false;
		this.sleeps = 0;
		this.wakeAt = 0;
	}

	/**
	 * Begins an attempt.
	 * @param waiter whose driver sends it
	 * @param fences how many fencing numbers to take with the key, if that is possible
	 * @return the attempt
	 */
	Attempt start(Waiter waiter, int fences) {
		Attempt standing = this.queued;
		Attempt attempt = (standing != null) ? standing.again(waiter) : newAttempt(waiter, this.byScript, fences);
		this.current = attempt;
		this.retries = false;
		waiter.trying();
		return attempt;
	}

	private Attempt newAttempt(Waiter waiter, boolean scripted, int fences) {
		long ttl = waiter.terms().ttl();
		return new Attempt(waiter, this.effects.newToken(), ttl, ttl, scripted, false, false, fences, 0);
	}

	/**
	 * Whether a reply is that to the attempt in flight; if not, that attempt was given
	 * up, and its token must go.
	 * @param attempt the attempt that was replied to
	 * @return whether it counts
	 */
	boolean isCurrent(Attempt attempt) {
		boolean counts = this.current != null && this.current.token().equals(attempt.token());
		if (!counts) {
			drop(attempt.doubted(true));
		}
		return counts;
	}

	HeldLease won(Attempt attempt, long sentAt) {
		answered(null);
		if (attempt.queued() && this.earlyGrant == 0) {
			noticeMissingMessage(sentAt);
		}
		forgetQueue();
		return HeldLease.won(this.key, attempt, sentAt);
	}

	void busy(Attempt attempt) {
		answered(null);
		forgetQueue();
		drop(attempt);
		this.byScript = true;
	}

	void heldBy(Attempt attempt, Holder holder, @Nullable QueuePlace place, long sentAt, long now) {
		long sleep = this.effects.backoff(this.sleeps++);
		boolean passedOver = attempt.queued() && place == null;
		if (place != null) {
			answered(null);
			stand(attempt, place, sentAt);
			sleep = Math.min(queuedSleep(sleep), (holder.remainingMillis() < 0) ? FIRST_SLEEP : MonotonicClock.NEVER);
		}
		else if (passedOver && attempt.waiter().terms().triesOnce()) {
			// It did not ask for its place, so the place may still be there.
			answered(null);
			leave();
		}
		else {
			busy(attempt);
		}
		long remaining = TimeUnit.MILLISECONDS.toNanos(holder.remainingMillis());
		if (this.effects.isOurs(holder.token())) {
			// No lease and no attempt of this lane has it, so it is a leftover (rule D).
			this.effects.sweep(new Release(this.key, holder.token(), 0), Math.max(0, remaining), false);
		}
		if (remaining >= 0) {
			sleep = Math.min(sleep, MonotonicClock.plus(remaining, this.effects.scatter()));
		}
		if (passedOver && !attempt.waiter().terms().triesOnce()) {
			// The key expired, or no subscriber was counted: join again at once.
			noticeMissingMessage(sentAt);
			sleep = 0;
		}
		this.heldUntil = (remaining >= 0) ? MonotonicClock.plus(sentAt, remaining) : 0;
		wakeAfter(sleep, now);
	}

	/** After an expiry nobody sends a message; before it, one is missing. */
	private void noticeMissingMessage(long now) {
		if (now < this.heldUntil) {
			this.effects.suspectWakeUps(WakeUpSign.NO_MESSAGE);
		}
	}

	void failed(Attempt attempt, StoreException failure, long now) {
		answered(failure);
		this.byScript = true;
		this.wakeAt = MonotonicClock.plus(now, this.effects.backoff(this.sleeps++));
		Attempt sent = attempt.doubted(failure.outcome() == Outcome.UNKNOWN);
		Attempt standing = this.queued;
		if (standing != null) {
			// It still stands there, as far as we know, for the shorter of the two.
			this.queued = (sent.ttl() < standing.ttl()) ? sent
					: standing.mayLast(sent.longestTtl()).doubted(sent.doubtful());
			this.granted |= this.earlyGrant == this.ticket;
			this.earlyGrant = 0;
		}
		else {
			forgetQueue();
			drop(sent);
		}
	}

	/** Under which token to queue while other instances have their turn. */
	Attempt givingWay(Waiter head) {
		Attempt next = newAttempt(head, true, 0);
		this.current = next;
		this.retries = false;
		forgetQueue();
		return next;
	}

	/** The key was released, and perhaps other instances have their turn now. */
	void gaveWay(Attempt next, Turn turn, boolean doubtful, long sentAt, long now) {
		answered(null);
		anew();
		QueuePlace place = turn.place();
		if (place != null) {
			stand(next, place, sentAt);
			this.byScript = true;
			wakeAfter(Math.min(queuedSleep(this.effects.backoff(this.sleeps++)), FIRST_SLEEP), now);
		}
		else {
			forgetQueue();
			drop(next.doubted(doubtful || turn.released() == ReleaseReply.FAILED));
			if (turn.unseen()) {
				yieldTurn(next.waiter(), now);
			}
		}
	}

	/** Lets others ask first, who ask at intervals, if the head can wait for so long. */
	private void yieldTurn(Waiter head, long now) {
		long sleep = this.effects.backoff(Integer.MAX_VALUE) + this.effects.backoff(Integer.MAX_VALUE);
		if (MonotonicClock.plus(now, 2 * sleep) < head.deadline()) {
			wakeAfter(sleep, now);
		}
	}

	/**
	 * A token was granted the key, perhaps long ago.
	 * @param token the token
	 * @param ticket the ticket that it had in the queue
	 * @return whether it is the token that is queued
	 */
	boolean granted(String token, long ticket) {
		Attempt expected = (this.current != null) ? this.current : this.queued;
		if (expected == null || !expected.token().equals(token)) {
			return false;
		}
		if (this.current != null) {
			this.earlyGrant = (ticket != 0) ? ticket : UNKNOWN_TICKET;
		}
		else {
			compare(ticket);
		}
		return true;
	}

	/**
	 * A grant counts only if the last reply has the same ticket: it came after that reply
	 * then, and its time counts from before that command. Of any other, ask.
	 */
	private void compare(long granted) {
		if (granted == this.ticket) {
			this.granted = true;
		}
		else {
			this.wakeAt = 0;
		}
	}

	/** The lease that was granted, as soon as nothing is in flight. */
	@Nullable HeldLease takeGrant() {
		Attempt standing = this.queued;
		if (!this.granted || standing == null || this.current != null) {
			return null;
		}
		forgetQueue();
		anew();
		// It was granted after we stood in the queue: at that time we knew this much.
		return HeldLease.granted(this.key, standing, this.queuedAt, grant(standing.ttl()),
				!this.effects.confirmsGrants());
	}

	/** Wake-ups may have been lost. */
	void retry() {
		this.retries = true;
		this.wakeAt = 0;
	}

	/** What was lost while it asked may be just what it sleeps for (rule I). */
	private void wakeAfter(long sleep, long now) {
		this.wakeAt = this.retries ? 0 : MonotonicClock.plus(now, sleep);
	}

	/** Nobody waits any more: whoever is next in the queue must not wait for us. */
	void leave() {
		Attempt standing = this.queued;
		if (standing != null) {
			forgetQueue();
			this.effects.sweep(new Release(this.key, standing.token(), 0), standing.longestTtl(), standing.doubtful());
		}
	}

	/** How an attempt queues; those who try once do not. */
	@Nullable Wait waitOf(Attempt attempt) {
		if (attempt.waiter().terms().triesOnce()) {
			return null;
		}
		return new Wait(TimeUnit.NANOSECONDS.toMillis(grant(attempt.ttl())),
				TimeUnit.NANOSECONDS.toMillis(3 * this.effects.longestSleep()), attempt.queued(), this.effects.hears());
	}

	/** Long enough for two sleeps to be missed, and not for ever if we are gone. */
	private long grant(long ttl) {
		return Math.min(ttl, 5 * this.effects.longestSleep());
	}

	/** Asks again while there is still enough of what would be granted. */
	private long queuedSleep(long backoff) {
		Attempt standing = this.queued;
		long longest = (standing != null) ? Math.min(this.effects.longestSleep(), grant(standing.ttl()) / 2) : 0;
		return this.effects.hears() ? longest : Math.min(backoff, longest);
	}

	private void stand(Attempt attempt, QueuePlace place, long sentAt) {
		this.queued = attempt;
		this.queuedAt = sentAt;
		this.ticket = place.ticket();
		if (this.earlyGrant != 0) {
			this.retries |= this.earlyGrant != this.ticket;
			this.granted = this.earlyGrant == this.ticket;
			this.earlyGrant = 0;
		}
		if (!place.counted()) {
			this.effects.suspectWakeUps(WakeUpSign.NOT_COUNTED);
		}
	}

	private void forgetQueue() {
		this.queued = null;
		this.granted = false;
		this.earlyGrant = 0;
	}

	private void answered(@Nullable StoreException failure) {
		this.current = null;
		this.failure = failure;
	}

	/** Its token will have no lease: if it may be in the lock server, it must go. */
	private void drop(Attempt attempt) {
		if (attempt.doubtful()) {
			this.effects.sweep(new Release(this.key, attempt.token(), 0), attempt.longestTtl(), true);
		}
	}

}
