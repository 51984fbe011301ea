package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.lockstarter.engine.KeyLanes.FirstWaiting;
import io.lockstarter.engine.Watchdog.Alarm;
import io.lockstarter.lane.HeldLease.SentToken;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Refusals;
import io.lockstarter.lane.Waiter;
import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.Claim;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets callers of one instance pass the permits of a semaphore to each other without a
 * command. A caller that waits moves to the lane of the hold that ends. Its own lane
 * becomes spare: it keeps the place in the queue for the next caller.
 */
final class ClaimHandOff {

	private static final Logger logger = LoggerFactory.getLogger(ClaimHandOff.class);

	/** The time for which a place in the queue waits for another caller. */
	private static final long LONGEST_SPARE = TimeUnit.MILLISECONDS.toNanos(10);

	private final ClaimIndex claims;

	private final Consumer<Waiter> joinAnother;

	private final Sweeper sweeper;

	private final Alarm alarm;

	/**
	 * Creates the part.
	 * @param claims the lanes
	 * @param runtime the clock and the timer
	 * @param joinAnother gives another lane to a caller that was not served after its
	 * move
	 * @param sweeper removes tokens from the lock server
	 */
	ClaimHandOff(ClaimIndex claims, EngineRuntime runtime, Consumer<Waiter> joinAnother, Sweeper sweeper) {
		this.claims = claims;
		this.joinAnother = joinAnother;
		this.sweeper = sweeper;
		this.alarm = new Alarm("hand-off of permits", runtime.clock(), runtime.timer(), this::endOldSpares);
	}

	/**
	 * Lets the caller that has waited longest move to the lane of a hold that is about to
	 * be released, if the lease can be handed on to it. Never throws: the hold must be
	 * released in any case.
	 * @param ending the hold
	 * @param now the time
	 * @return the caller, which is in no queue; {@code null} if nobody moves
	 */
	@Nullable Waiter moveNextTo(Hold ending, long now) {
		Waiter moved = null;
		Lane spare = null;
		try {
			Lane lane = ending.lane();
			Claim claim = lane.claim();
			FirstWaiting first = (claim != null) ? this.claims.firstWaiting(lane.key()) : null;
			if (claim == null || first == null || !claim.equals(first.lane().claim())
					|| !lane.handsOn(ending, first.places(), now)) {
				return null;
			}
			spare = first.lane();
			moved = spare.moveWaiterTo(lane, now);
			if (moved != null) {
				this.claims.markSpare(spare, now);
				this.alarm.ringBy(MonotonicClock.plus(now, LONGEST_SPARE));
			}
		}
		catch (Throwable ex) { // for example, no memory
			logger.warn("A place in the queue of lock '{}' is given up", ending.terms().key(), ex);
			if (moved != null && spare != null) {
				sweep(spare.endSpare());
			}
		}
		return moved;
	}

	/**
	 * Gives another lane to a caller that was not served after its move. Never throws:
	 * the hold must be released in any case.
	 */
	void notHandedOn(Waiter moved) {
		try {
			this.joinAnother.accept(moved);
		}
		catch (Throwable ex) { // for example, no memory
			logger.warn("A caller cannot wait for lock '{}' any longer", moved.terms().key(), ex);
			moved.lane().abandon(moved, Refusals.cancelled(moved.terms().key()));
		}
	}

	/**
	 * Ends the spare places of a lock that is about to be released. Otherwise the lock
	 * server could grant the lock to a place without a caller.
	 * @param lane the lane of the hold
	 * @return the tokens to release together with the lock
	 */
	List<SentToken> endSpares(Lane lane) {
		if (this.claims.spares().isEmpty()) {
			return List.of();
		}
		List<SentToken> tokens = new ArrayList<>();
		Lane spare = this.claims.takeSpare(lane.key(), null);
		while (spare != null) {
			SentToken token = spare.endSpare();
			if (token != null) {
				tokens.add(token);
			}
			spare = this.claims.takeSpare(lane.key(), null);
		}
		return tokens;
	}

	/**
	 * Releases a lock and its spare places, in one request.
	 * @param lane the lane of the hold
	 * @param release the release of the lock
	 * @param store the lock server
	 * @return the reply for the lock
	 */
	ReleaseReply release(Lane lane, Release release, LockStore store) {
		List<SentToken> spares = endSpares(lane);
		if (spares.isEmpty()) {
			return store.release(release);
		}
		try {
			return reply(store.releaseAll(together(spares, release)), spares);
		}
		catch (RuntimeException | Error ex) {
			spares.forEach(this::sweep);
			throw ex;
		}
	}

	/**
	 * Releases a lock and its spare places without waiting for the reply.
	 * @param lane the lane of the hold
	 * @param release the release of the lock
	 * @param store the lock server
	 * @param inOrder whether commands arrive in the order in which they are sent
	 * @return the reply for the lock
	 */
	CompletionStage<ReleaseReply> release(Lane lane, Release release, AsyncLockStore store, boolean inOrder) {
		List<SentToken> spares = endSpares(lane);
		if (spares.isEmpty()) {
			return store.release(release);
		}
		try {
			return inOrder ? sendAll(spares, release, store)
					: store.releaseAll(together(spares, release))
						.thenApply((replies) -> reply(replies, spares))
						.whenComplete((reply, failure) -> {
							if (failure != null) {
								spares.forEach(this::sweep);
							}
						});
		}
		catch (RuntimeException | Error ex) {
			spares.forEach(this::sweep);
			throw ex;
		}
	}

	private CompletionStage<ReleaseReply> sendAll(List<SentToken> spares, Release release, AsyncLockStore store) {
		for (SentToken spare : spares) {
			var unused = store.release(releaseOf(spare)).whenComplete((reply, failure) -> {
				if (failure != null || spare.unconfirmed()) {
					sweep(spare);
				}
			});
		}
		return store.release(release);
	}

	private static Release releaseOf(SentToken spare) {
		return new Release(spare.key(), spare.token(), 0);
	}

	private static List<Release> together(List<SentToken> spares, Release release) {
		return Stream.concat(spares.stream().map(ClaimHandOff::releaseOf), Stream.of(release)).toList();
	}

	/** Returns the last reply, which is that of the lock. */
	private ReleaseReply reply(List<ReleaseReply> replies, List<SentToken> spares) {
		if (replies.contains(ReleaseReply.FAILED)) {
			throw new StoreException(Outcome.UNKNOWN, "the lock server did not answer for this lock", null);
		}
		spares.stream().filter(SentToken::unconfirmed).forEach(this::sweep);
		return replies.get(replies.size() - 1);
	}

	/** Removes a token from the lock server in the background. */
	void sweep(@Nullable SentToken token) {
		if (token != null) {
			this.sweeper.sweep(token, 0, 0);
		}
	}

	private void endOldSpares(long now) {
		long next = MonotonicClock.NEVER;
		for (Lane spare : this.claims.spares()) {
			long end = MonotonicClock.plus(this.claims.spareSince(spare), LONGEST_SPARE);
			if (end <= now) {
				sweep(spare.endSpare());
			}
			next = (end > now) ? Math.min(next, end) : next;
		}
		this.alarm.ringBy(next);
	}

}
