package io.lockstarter.lane;

import io.lockstarter.LockLostException;
import io.lockstarter.LockType;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import org.jspecify.annotations.Nullable;

/**
 * Manages the hold of a lane: its renewal, its release and its loss. A hold that has
 * ended never affects a later one. Guarded by the lane's lock.
 */
final class HoldPhase {

	private final LaneState state;

	private final AcquirePhase acquiring;

	private final LaneCallbacks callbacks;

	HoldPhase(LaneState state, AcquirePhase acquiring, LaneCallbacks callbacks) {
		this.state = state;
		this.acquiring = acquiring;
		this.callbacks = callbacks;
	}

	/**
	 * Returns whether a release would hand the permit on to a caller with the same claim.
	 */
	boolean handsOn(Hold ending, int places, long now) {
		return this.state.hold() == ending && now < ending.deadline() && ending.release(now).keepMillis() == 0
				&& mayHandOn(ending.lease(), now) && ending.lease().mayHandOn(this.callbacks.handOff(), places, now);
	}

	private boolean mayHandOn(HeldLease lease, long now) {
		return !lease.exposed() && lease.lasts(now) && this.callbacks.handOff().maxConsecutive() > 0;
	}

	ReleaseStep release(Hold hold, LockType entry, @Nullable Waiter next, long now) {
		expire(now);
		if (this.state.hold() != hold) {
			return ReleaseStep.Done.STAY;
		}
		LockType before = hold.type();
		if (hold.leave(entry) > 0) {
			return (hold.type() == before) ? ReleaseStep.Done.STAY : new ReleaseStep.Downgrade(hold.minEnd());
		}
		Release release = hold.release(now);
		// Renewal ends here, before the release is sent: rule G (release in flight).
		this.state.open();
		hold.end();
		HeldLease lease = hold.lease();
		boolean free = release.keepMillis() == 0;
		boolean wanted = next != null || this.acquiring.head() != null;
		boolean mayHandOn = free && wanted && mayHandOn(lease, now);
		if (next != null && mayHandOn && !this.callbacks.closed()) {
			this.acquiring.add(next);
		}
		boolean handOn = mayHandOn && this.acquiring.head() != null;
		if (handOn && lease.handOn(this.callbacks.handOff(), now)) {
			this.callbacks.handedOn(hold);
			this.callbacks.released(hold, true);
			this.acquiring.handOn(lease, now);
			return ReleaseStep.Done.HANDED_ON;
		}
		// Callers of a claim queue by themselves, so the instance does not queue for
		// them.
		Waiter head = (free && this.acquiring.claim() == null) ? this.acquiring.head() : null;
		ReleaseStep step = (head != null) ? new ReleaseStep.GiveWay(release, handOn ? lease.ttl() : 0,
				this.acquiring.attempts().startGivingWay(head)) : new ReleaseStep.Send(release);
		this.state.releasing(lease);
		return step;
	}

	void releaseSent() {
		this.state.open();
		this.acquiring.tryAgainNow();
	}

	void released(Hold hold, Release release, ReleaseReply reply, boolean reconnected, long now) {
		this.state.open();
		try {
			settle(hold, release, reply, reconnected, now);
		}
		finally {
			this.acquiring.releaseEnded(reply);
			this.acquiring.tryAgainNow();
		}
	}

	void gaveWay(Hold hold, ReleaseStep.GiveWay sent, GiveWayReply reply, boolean reconnected, long sentAt, long now) {
		// If the client reconnected, the command may have been sent twice, and the reply
		// 'still ours' is not safe. The other copy may be applied later and take the key
		// from the next holder.
		ReleaseReply released = (reply.released() == null && reconnected) ? ReleaseReply.FAILED : reply.released();
		this.state.open();
		try {
			if (released == null) {
				hold.lease().renewed(sentAt, sent.ttl());
				hold.lease().keptByInstance(now);
				this.callbacks.released(hold, true);
			}
			else {
				settle(hold, sent.release(), released, reconnected, now);
			}
		}
		finally {
			this.acquiring.attempts().gaveWay(sent.next(), reply, reconnected, sentAt, now);
			if (reply.queued()) {
				this.acquiring.refuseHeadIfItTriesOnce(now);
			}
			this.acquiring.releaseEnded(released);
			if (released == null) {
				this.acquiring.offer(hold.lease());
			}
			else {
				this.acquiring.signalHeadOrRetire();
			}
		}
	}

	void settle(Hold hold, Release release, ReleaseReply reply, boolean reconnected, long now) {
		HeldLease lease = hold.lease();
		if (reply == ReleaseReply.NOT_MINE && !reconnected && now < lease.deadline()) {
			lose(hold, LockLostException.Reason.NOT_OURS); // rule F (replayed releases)
		}
		else {
			this.callbacks.released(hold, reply == ReleaseReply.RELEASED);
		}
		if (reply == ReleaseReply.FAILED || lease.sent().unconfirmed()) {
			this.callbacks.sweep(lease.sent(), release.keepMillis(), release.fence());
		}
	}

	@Nullable Renewal renewal(Hold hold, long now, long horizon) {
		boolean due = this.state.hold() == hold && RenewalSchedule.isDue(hold, horizon);
		return due ? RenewalSchedule.renewal(hold, now) : null;
	}

	void renewed(HeldLease lease, RenewReply reply, long sentAt, long ttl, long now) {
		expire(now);
		Hold held = this.state.hold();
		if (held == null || held.lease() != lease) { // rule H (renewal replies)
			if (reply == RenewReply.NOT_MINE) {
				this.acquiring.leaseNotOurs(lease);
			}
			return;
		}
		switch (reply) {
			case RENEWED -> {
				lease.renewed(sentAt, ttl);
				this.callbacks.renewed(held);
			}
			case NOT_MINE -> revoke(held, LockLostException.Reason.NOT_OURS, now);
			case FAILED -> lease.renewals().failed(now);
		}
		this.callbacks.wakeWatchdogBy(RenewalSchedule.nextCheck(held));
	}

	void fenced(Hold hold, long number, long sentAt, long ttl, long now) {
		renewed(hold.lease(), (number > 0) ? RenewReply.RENEWED : RenewReply.NOT_MINE, sentAt, ttl, now);
		if (this.state.hold() == hold) {
			hold.lease().fenced(number, 1);
			hold.fenced(hold.lease().takeFence());
		}
	}

	void extended(Hold hold, RenewReply reply, long sentAt, long ttl, long now) {
		renewed(hold.lease(), reply, sentAt, ttl, now);
		if (this.state.hold() == hold) {
			hold.extendFixed(HeldLease.deadline(sentAt, ttl));
		}
	}

	/** Declares the hold lost if its time is over. */
	void expire(long now) {
		Hold held = this.state.hold();
		if (held != null && now >= held.deadline()) {
			revoke(held, held.causeOfExpiry(now), now);
		}
	}

	boolean revoke(Hold held, LockLostException.Reason cause, long now) {
		if (this.state.hold() != held) {
			return false;
		}
		this.state.open();
		try {
			lose(held, cause);
			// A renewal in flight may have prolonged the key: rule H (renewal replies).
			Release release = held.release(now);
			this.callbacks.sweep(held.lease().sent(), release.keepMillis(), release.fence());
		}
		finally {
			this.acquiring.tryAgainNow();
		}
		return true;
	}

	boolean endUndelivered(Hold undelivered, LockType entry) {
		boolean ends = this.state.hold() == undelivered && undelivered.leave(entry) == 0;
		if (ends) {
			this.state.open();
			undelivered.end();
			this.callbacks.released(undelivered, false);
			this.callbacks.sweep(undelivered.lease().sent(), 0, undelivered.lease().lastFence());
			this.acquiring.tryAgainNow();
		}
		return ends;
	}

	private void lose(Hold lost, LockLostException.Reason cause) {
		this.callbacks.lost(lost, cause, lost.lose(cause));
	}

}
