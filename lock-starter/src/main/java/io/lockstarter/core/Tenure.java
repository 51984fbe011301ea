package io.lockstarter.core;

import java.util.Objects;

import io.lockstarter.LossCause;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.Turn;
import io.lockstarter.store.Wait;
import org.jspecify.annotations.Nullable;

/**
 * The half of a lane that has the key: the hold, its renewal, its release and its loss.
 * Guarded by the lane's lock, like the other half. A hold that is over never touches what
 * comes after it.
 */
final class Tenure {

	private final Lane lane;

	private final Effects effects;

	private volatile @Nullable Hold hold;

	/** What is on its way back; it may still turn out to be ours. */
	private @Nullable HeldLease releasing;

	Tenure(Lane lane, Effects effects) {
		this.lane = lane;
		this.effects = effects;
	}

	/** The current hold, read without the lock: it may have changed meanwhile. */
	@Nullable Hold hold() {
		return this.hold;
	}

	boolean isOf(String token) {
		Hold held = this.hold;
		HeldLease leaving = this.releasing;
		return (held != null && held.lease().token().equals(token))
				|| (leaving != null && leaving.token().equals(token));
	}

	/** Whether the key is held here, or still on its way back. */
	boolean isTaken() {
		return this.hold != null || this.releasing != null;
	}

	void begin(HeldLease lease, Waiter waiter, long now) {
		Hold begun = new Hold(this, lease, waiter, now);
		this.hold = begun;
		lease.turns().begin(now);
		waiter.grant(begun);
		this.effects.lookBy(begun.nextLook());
	}

	/**
	 * The holder leaves.
	 * @param hold its hold
	 * @param now the time
	 * @return what is left to do
	 */
	Leaving release(Hold hold, long now) {
		synchronized (this.lane) {
			expire(now);
			if (this.hold != hold || hold.leave() > 0) {
				return Leaving.STAY;
			}
			Release release = hold.release(now);
			// Renewal ends here, before the release is sent (rule G).
			this.hold = null;
			hold.end();
			return leave(hold.lease(), release, now);
		}
	}

	private Leaving leave(HeldLease lease, Release release, long now) {
		HandOffSettings bounds = this.effects.handOff();
		boolean free = release.keepMillis() == 0;
		boolean handOn = free && bounds.maxConsecutive() > 0 && this.lane.canHandOn(lease, now);
		if (handOn && lease.turns().another(bounds, now)) {
			this.lane.offer(lease);
			return Leaving.HANDED_ON;
		}
		Waiter head = this.lane.head();
		Leaving leaving = (free && head != null)
				? new Leaving.GiveWay(release, handOn ? lease.ttl() : 0, this.lane.contest().givingWay(head))
				: new Leaving.Send(release);
		this.releasing = lease;
		return leaving;
	}

	/** The release is on its way, and whatever is sent next comes after it. */
	void sent() {
		synchronized (this.lane) {
			this.releasing = null;
			this.lane.contend();
		}
	}

	/** What was sent before is answered; the lane may have gone on since. */
	void answered(Hold hold, Release release, ReleaseReply reply, boolean reconnected, long now) {
		synchronized (this.lane) {
			settle(hold, release, reply, reconnected, now);
		}
	}

	void released(Hold hold, Release release, ReleaseReply reply, boolean reconnected, long now) {
		synchronized (this.lane) {
			this.releasing = null;
			try {
				settle(hold, release, reply, reconnected, now);
			}
			finally {
				this.lane.releaseEnded(reply);
				this.lane.contend();
			}
		}
	}

	Wait waitOf(Attempt next) {
		return Objects.requireNonNull(this.lane.waitOf(next), "whoever gives way queues");
	}

	/** Other instances have had their chance. */
	void gaveWay(Hold hold, Leaving.GiveWay sent, Turn turn, boolean reconnected, long sentAt, long now) {
		synchronized (this.lane) {
			// "Still ours" may be the answer to a second sending, and the first may be
			// applied
			// later: then it takes the key from the next holder.
			ReleaseReply reply = (turn.released() == null && reconnected) ? ReleaseReply.FAILED : turn.released();
			try {
				if (reply == null) {
					this.releasing = null;
					hold.lease().renewed(sentAt, sent.ttl());
					hold.lease().turns().anew(now);
				}
				else {
					this.releasing = null;
					settle(hold, sent.release(), reply, reconnected, now);
				}
			}
			finally {
				this.lane.contest().gaveWay(sent.next(), turn, reconnected, sentAt, now);
				if (turn.queued()) {
					this.lane.refuseThoseWhoTryOnce(now);
				}
				this.lane.releaseEnded(reply);
				if (reply == null) {
					this.lane.offer(hold.lease());
				}
				else {
					this.lane.goOn();
				}
			}
		}
	}

	private void settle(Hold hold, Release release, ReleaseReply reply, boolean reconnected, long now) {
		HeldLease lease = hold.lease();
		if (reply == ReleaseReply.NOT_MINE && !reconnected && now < lease.deadline()) {
			lose(hold, LossCause.NOT_OURS); // rule F
		}
		if (reply == ReleaseReply.FAILED || lease.doubtful()) {
			this.effects.sweep(release, lease.longestTtl(), lease.doubtful());
		}
	}

	/** The renewal that is due by a time, if there is one. */
	@Nullable Renewal renewal(long now, long horizon) {
		synchronized (this.lane) {
			Hold held = this.hold;
			if (held == null || !held.renewable() || held.lease().renewAt() > horizon) {
				return null;
			}
			held.lease().renewing(now);
			return held.renewal(now);
		}
	}

	void renewed(HeldLease lease, RenewReply reply, long sentAt, long ttl, long now) {
		synchronized (this.lane) {
			expire(now);
			Hold held = this.hold;
			if (held == null || held.lease() != lease) { // rule H
				if (reply == RenewReply.NOT_MINE) {
					this.lane.disowned(lease);
				}
				return;
			}
			switch (reply) {
				case RENEWED -> lease.renewed(sentAt, ttl);
				case NOT_MINE -> revoke(held, LossCause.NOT_OURS, now);
				case FAILED -> lease.renewalFailed(now);
			}
			this.effects.lookBy(held.nextLook());
		}
	}

	/** The holder asked for a fencing number, and the lock server replied. */
	void fenced(Hold hold, long number, long sentAt, long ttl, long now) {
		synchronized (this.lane) {
			renewed(hold.lease(), (number > 0) ? RenewReply.RENEWED : RenewReply.NOT_MINE, sentAt, ttl, now);
			if (this.hold == hold) {
				hold.lease().fenced(number, 1);
				hold.fenced(hold.lease().takeFence());
			}
		}
	}

	/** The holder asks for more time, and whatever the reply, the key may get it. */
	void mayLast(Hold hold, long ttl) {
		synchronized (this.lane) {
			hold.lease().mayLast(ttl);
		}
	}

	/** The holder asked for more time, and the lock server replied. */
	void extended(Hold hold, RenewReply reply, long sentAt, long ttl, long now) {
		synchronized (this.lane) {
			renewed(hold.lease(), reply, sentAt, ttl, now);
			if (this.hold == hold) {
				hold.extendFixed(HeldLease.deadline(sentAt, ttl));
			}
		}
	}

	/** Declares a hold lost if its time is over; returns whether it has ended. */
	boolean expire(Hold hold, long now) {
		synchronized (this.lane) {
			expire(now);
			return this.hold != hold;
		}
	}

	void expire(long now) {
		Hold held = this.hold;
		if (held != null && now >= held.deadline()) {
			revoke(held, held.causeOfExpiry(now), now);
		}
	}

	/** Takes the lock from its holder; returns whether that had it. */
	boolean revoke(Hold held, LossCause cause, long now) {
		synchronized (this.lane) {
			if (this.hold != held) {
				return false;
			}
			this.hold = null;
			try {
				lose(held, cause);
				// A renewal that is under way may have prolonged it (rule H).
				this.lane.sweep(held.lease(), held.release(now).keepMillis());
			}
			finally {
				this.lane.contend();
			}
			return true;
		}
	}

	/** Takes back a hold that its owner never got to see: no loss, no minimum hold. */
	void takeBack(Hold unseen) {
		synchronized (this.lane) {
			if (this.hold == unseen && unseen.leave() == 0) {
				this.hold = null;
				unseen.end();
				this.lane.sweep(unseen.lease(), 0);
				this.lane.contend();
			}
		}
	}

	/**
	 * Returns {@code false} if the loss has come: then it is for the caller to run it.
	 */
	boolean addLossAction(Hold hold, Runnable action) {
		synchronized (this.lane) {
			return hold.addLossAction(action);
		}
	}

	/**
	 * Entries of a hold go on without its owner.
	 * @param hold the hold
	 * @param entries how many more; negative when they end
	 */
	void detached(Hold hold, int entries) {
		synchronized (this.lane) {
			hold.detached(entries);
		}
	}

	int depth(Hold hold) {
		synchronized (this.lane) {
			return hold.depth();
		}
	}

	private void lose(Hold lost, LossCause cause) {
		this.effects.lost(lost, cause, lost.lose(cause));
	}

}
