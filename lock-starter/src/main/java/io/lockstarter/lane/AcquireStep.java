package io.lockstarter.lane;

import io.lockstarter.lane.HeldLease.SentToken;
import io.lockstarter.store.Claim;
import io.lockstarter.store.RenewReply;

/** Defines what the driver of a waiter does next. */
public sealed interface AcquireStep {

	/** The waiter has a hold or was refused. */
	AcquireStep SETTLED = new Settled();

	/**
	 * A command that the waiter's driver sends. The driver reports its outcome to the
	 * lane.
	 *
	 * @param waiter the waiter whose driver sends it
	 * @param sent the token, which no other attempt uses
	 * @param ttl the ttl
	 * @param scripted {@code true}: send the script. It also returns the holder, and
	 * detects that this token already has the key. {@code false}: send {@code SET} first.
	 * @param queued whether its token is in the queue of instances already
	 * @param fences how many fencing numbers to take with it
	 * @param firstFence the first of these numbers after they were taken, zero before
	 */
	record Attempt(Waiter waiter, SentToken sent, long ttl, boolean scripted, boolean queued, int fences,
			long firstFence) implements AcquireStep {

		static Attempt first(Waiter waiter, String key, String token, boolean scripted, int fences) {
			long ttl = waiter.terms().ttl();
			return new Attempt(waiter, new SentToken(key, token, ttl, false), ttl, scripted, false, fences, 0);
		}

		public String token() {
			return this.sent.token();
		}

		/**
		 * Returns this attempt, marked as one that may still be applied later.
		 * @param condition {@code false} changes nothing
		 * @return the attempt
		 */
		public Attempt unconfirmedIf(boolean condition) {
			return (condition && !this.sent.unconfirmed()) ? with(this.sent.unconfirmedIf(true), this.firstFence)
					: this;
		}

		/** Returns this attempt with the fencing numbers that it took. */
		public Attempt fenced(long first) {
			return (first != this.firstFence) ? with(this.sent, first) : this;
		}

		/** Returns this attempt after a longer ttl was sent with its token. */
		Attempt withLongestTtl(long longest) {
			return (longest > this.sent.longestTtl()) ? with(this.sent.withLongestTtl(longest), this.firstFence) : this;
		}

		private Attempt with(SentToken token, long first) {
			return new Attempt(this.waiter, token, this.ttl, this.scripted, this.queued, this.fences, first);
		}

		/**
		 * Returns this attempt, which is in the queue, as a command for the waiter that
		 * is the head now.
		 */
		Attempt repeatedFor(Waiter head) {
			long ttl = head.terms().ttl();
			// A claim takes its fencing number with the lock. Others take it later.
			int taken = Claim.isIn(token()) ? this.fences : 0;
			return new Attempt(head, this.sent.withLongestTtl(ttl), ttl, true, true, taken, 0);
		}

		/**
		 * Returns whether the script follows after the plain command found the key taken.
		 * If the client sent the command twice, the attempt itself may have taken the
		 * key.
		 * @param now the time
		 * @return whether the script follows
		 */
		public boolean continuesByScript(long now) {
			return this.waiter.terms().triesOnce() ? this.sent.unconfirmed() : now < this.waiter.deadline();
		}

	}

	/**
	 * Ask the lane for the next step when signaled, and at this time at the latest.
	 *
	 * @param until the time
	 */
	record Sleep(long until) implements AcquireStep {
	}

	/**
	 * Renews a lease before a waiter takes it, because the lease is not confirmed, or has
	 * too little time or no fencing number left.
	 *
	 * @param lease the lease
	 * @param ttl the ttl that the waiter needs, in nanoseconds
	 * @param fences how many fencing numbers to take
	 */
	record Prolongation(HeldLease lease, long ttl, int fences) implements AcquireStep {

		/**
		 * Stores the fencing numbers in the lease.
		 * @param first the first of them, or zero if the lease is not ours
		 * @return the reply to the renewal
		 */
		public RenewReply fenced(long first) {
			this.lease.fenced(first, this.fences);
			return (first > 0) ? RenewReply.RENEWED : RenewReply.NOT_MINE;
		}

	}

	/** See {@link #SETTLED}. */
	record Settled() implements AcquireStep {
	}

}
