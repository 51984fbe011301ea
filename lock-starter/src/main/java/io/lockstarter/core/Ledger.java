package io.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
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
		long shortest = MonotonicClock.NEVER;
		List<Hold> holds = this.lanes.holds();
		for (Hold hold : holds) {
			hold.tenure().expire(hold, now);
			shortest = Math.min(shortest, hold.lease().ttl());
		}
		// What is due a little later goes along, so that many leases make few batches.
		long horizon = MonotonicClock.plus(now, shortest / 30);
		long nextLook = MonotonicClock.NEVER;
		List<Renewal> renewals = new ArrayList<>();
		for (Hold hold : holds) {
			Renewal renewal = hold.tenure().renewal(now, horizon);
			if (renewal != null) {
				renewals.add(renewal);
			}
			if (hold.tenure().hold() == hold) {
				nextLook = Math.min(nextLook, hold.nextLook());
			}
		}
		List<Release> sweeps = this.doubts.due(now);
		return new Round(renewals, sweeps, Math.min(nextLook, this.doubts.next()));
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
		lookBy(this.doubts.next());
	}

	/** A token of ours may be in the lock server without a lease. */
	void sweep(Release release, long ttl, boolean late) {
		long now = this.clock.nanos();
		this.doubts.add(release, ttl, late, now);
		lookBy(now);
	}

	/** What is still to be swept: at the end there is no later. */
	List<Release> sweepsLeft() {
		return this.doubts.all(this.clock.nanos());
	}

	int doubts() {
		return this.doubts.size();
	}

	/** Never throws: it is called in the middle of a lane's step. */
	void lookBy(long time) {
		try {
			this.keeper.accept(time);
		}
		catch (Throwable ex) { // no thread to be had, for example
			logger.warn("The lock watchdog could not be woken; the next lock does it", ex);
		}
	}

}
