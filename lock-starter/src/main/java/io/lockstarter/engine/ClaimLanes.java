package io.lockstarter.engine;

import java.util.concurrent.TimeUnit;

import io.lockstarter.LockType;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.LaneCallbacks;
import io.lockstarter.lane.QueueEntry;
import io.lockstarter.lane.Waiter;
import io.lockstarter.store.Claim;
import io.lockstarter.store.MonotonicClock;
import org.jspecify.annotations.Nullable;

/** Gives the callers of claims their lanes. */
final class ClaimLanes {

	private final ClaimIndex claims;

	private final LaneCallbacks callbacks;

	private final MonotonicClock clock;

	ClaimLanes(ClaimIndex claims, LaneCallbacks callbacks, MonotonicClock clock) {
		this.claims = claims;
		this.callbacks = callbacks;
		this.clock = clock;
	}

	/**
	 * Adds a caller to a lane of its own, or to the lane of its owner if it is nested.
	 * @param waiter the caller
	 * @return the lane
	 */
	Lane ask(Waiter waiter) {
		Lane outer = this.claims.outer(waiter);
		if (outer != null && outer.enter(waiter, this.clock.nanos())) {
			return outer;
		}
		Claim claim = claim(waiter.terms());
		Lane spare = waiter.terms().triesOnce() ? null : askSpare(waiter, claim);
		return (spare != null) ? spare : askNew(waiter, claim);
	}

	private Claim claim(Waiter.Terms terms) {
		long grant = TimeUnit.NANOSECONDS.toMillis(QueueEntry.grant(terms.ttl(), this.callbacks));
		return new Claim(terms.type(), grant, terms.fence(), terms.request().permits());
	}

	/** Adds a caller to a lane that still has a place in the queue. */
	private @Nullable Lane askSpare(Waiter waiter, Claim claim) {
		Lane spare = this.claims.takeSpare(waiter.terms().key(), claim);
		while (spare != null && !spare.ask(waiter, this.clock.nanos())) {
			spare = this.claims.takeSpare(waiter.terms().key(), claim);
		}
		if (spare != null) {
			this.claims.addWaiting(spare);
		}
		return spare;
	}

	private Lane askNew(Waiter waiter, Claim claim) {
		Lane lane = new Lane(waiter.terms().key(), claim, this.callbacks);
		// A new subscription ends lanes without a waiter. So the waiter is there before
		// the lane is known.
		lane.ask(waiter, this.clock.nanos());
		this.claims.add(lane, claim.type() == LockType.SEMAPHORE && !waiter.terms().triesOnce());
		return lane;
	}

	/**
	 * Adds a caller to another lane, since it was not served after its move. Its driver
	 * runs, so the lane must be known before the caller joins it.
	 * @param waiter the caller
	 */
	void joinAnother(Waiter waiter) {
		boolean joined = false;
		while (!joined && !waiter.settled()) {
			Claim claim = claim(waiter.terms());
			Lane lane = this.claims.takeSpare(waiter.terms().key(), claim);
			if (lane != null) {
				this.claims.addWaiting(lane);
			}
			else {
				lane = new Lane(waiter.terms().key(), claim, this.callbacks);
				this.claims.add(lane, true);
			}
			waiter.lane().sendOn(waiter, lane);
			joined = lane.join(waiter);
		}
	}

}
