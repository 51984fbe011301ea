package io.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

import io.lockstarter.store.Lease;
import io.lockstarter.store.LeaseBook;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the watchdog sees: leases to renew, which it looks for in the lanes, and tokens to
 * sweep.
 */
final class Ledger implements LeaseBook {

	private static final Logger logger = LoggerFactory.getLogger(Ledger.class);

	private final Doubts doubts = new Doubts();

	private final Lanes lanes;

	private final MonotonicClock clock;

	private final Events events;

	/** When to look into the lanes again: not for each token that is to be swept. */
	private final AtomicLong lanesAt = new AtomicLong(MonotonicClock.NEVER);

	private volatile LongConsumer keeper = (time) -> {
	};

	Ledger(Lanes lanes, MonotonicClock clock, Events events) {
		this.lanes = lanes;
		this.clock = clock;
		this.events = events;
	}

	@Override
	public void keptBy(LongConsumer keeper) {
		this.keeper = keeper;
	}

	@Override
	public Round due(long now) {
		List<Renewal> renewals = (now >= this.lanesAt.get()) ? lookIntoLanes(now) : List.of();
		List<Release> sweeps = this.doubts.due(now);
		return new Round(renewals, sweeps, Math.min(this.lanesAt.get(), this.doubts.next()));
	}

	private List<Renewal> lookIntoLanes(long now) {
		// What comes up from here on sets a time of its own.
		this.lanesAt.set(MonotonicClock.NEVER);
		long next = now;
		try {
			long shortest = MonotonicClock.NEVER;
			List<Hold> holds = this.lanes.holds();
			for (Hold hold : holds) {
				hold.tenure().expire(hold, now);
				shortest = Math.min(shortest, hold.lease().ttl());
			}
			// What is due a little later goes along, so that many leases make few
			// batches.
			long horizon = MonotonicClock.plus(now, shortest / 30);
			List<Renewal> renewals = new ArrayList<>();
			long nextLook = MonotonicClock.NEVER;
			for (Hold hold : holds) {
				if (hold.abandon()) {
					this.events.abandoned(hold);
				}
				Renewal renewal = hold.tenure().renewal(now, horizon);
				if (renewal != null) {
					renewals.add(renewal);
				}
				if (hold.tenure().hold() == hold) {
					nextLook = Math.min(nextLook, hold.nextLook());
				}
			}
			next = nextLook;
			return renewals;
		}
		finally {
			lanesBy(next); // after an error, at once
		}
	}

	private void lanesBy(long time) {
		if (time < this.lanesAt.get()) {
			this.lanesAt.accumulateAndGet(time, Math::min);
		}
	}

	@Override
	public void renewed(Lease lease, RenewReply reply, long sentAt, long ttl) {
		Lane lane = this.lanes.find(lease.key());
		if (lane != null && lease instanceof HeldLease held) {
			lane.tenure().renewed(held, reply, sentAt, ttl, this.clock.nanos());
		}
	}

	@Override
	public void renewalFailed(Lease lease, Exception failure) {
		renewed(lease, RenewReply.FAILED, 0, 0);
		this.events.renewalFailed(lease, failure);
	}

	@Override
	public void swept(List<Release> batch, List<ReleaseReply> replies) {
		this.doubts.swept(batch, replies, this.clock.nanos());
		wake(this.doubts.next());
	}

	/** A token of ours may be in the lock server without a lease. */
	void sweep(Release release, long ttl, boolean late) {
		long now = this.clock.nanos();
		this.doubts.add(release, ttl, late, now);
		if (!this.doubts.isFull()) { // else the next reply wakes the watchdog
			wake(now);
		}
	}

	/** What is still to be swept: at the end there is no later. */
	List<Release> sweepsLeft() {
		return this.doubts.all(this.clock.nanos());
	}

	int doubts() {
		return this.doubts.size();
	}

	/** A lane has something for the watchdog to do at this time. */
	void lookBy(long time) {
		lanesBy(time);
		wake(time);
	}

	/** Never throws: it is called in the middle of a lane's step. */
	private void wake(long time) {
		try {
			this.keeper.accept(time);
		}
		catch (Throwable ex) { // no thread to be had, for example
			logger.warn("The lock watchdog could not be woken; the next lock does it", ex);
		}
	}

}
