package io.lockstarter.core;

import java.util.concurrent.TimeUnit;

import io.lockstarter.store.Lease;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import org.jspecify.annotations.Nullable;

/**
 * A lease and the time until which it is provably ours: counted from before the command
 * was sent, less a margin for the difference between our clock and the server's. Written
 * under its lane's lock, read by anybody.
 */
final class HeldLease implements Lease {

	/** The watchdog gets round to a renewal well within this. */
	private static final long SOON = TimeUnit.SECONDS.toNanos(5);

	private static final long MARGIN = TimeUnit.MILLISECONDS.toNanos(2);

	private final String key;

	private final String token;

	private final boolean doubtful;

	private final Turns turns = new Turns();

	/** For whom its ttl was set last. */
	private @Nullable Waiter wantedBy;

	private boolean confirmed = true;

	private volatile long ttl;

	/** The ttl that it was last given in the lock server. */
	private long given;

	private volatile long renewEvery;

	private volatile long longestTtl;

	private volatile boolean exposed;

	private volatile long deadline;

	private volatile long renewAt;

	/** The next fencing number that nobody has yet, and the one after the last. */
	private long nextFence;

	private long endOfFences;

	private HeldLease(String key, Attempt attempt, long sentAt, long ttl, @Nullable Waiter wantedBy) {
		this.key = key;
		this.token = attempt.token();
		this.doubtful = attempt.doubtful();
		this.wantedBy = wantedBy;
		this.ttl = attempt.ttl();
		this.given = ttl;
		this.renewEvery = attempt.waiter().terms().renewEvery();
		this.longestTtl = attempt.longestTtl();
		this.deadline = deadline(sentAt, ttl);
		this.renewAt = MonotonicClock.plus(sentAt, Math.min(this.renewEvery, ttl / 3));
		fenced(attempt.firstFence(), attempt.fences());
	}

	/** The lease of an attempt whose own command has taken the key. */
	static HeldLease won(String key, Attempt attempt, long sentAt) {
		return new HeldLease(key, attempt, sentAt, attempt.ttl(), attempt.waiter());
	}

	/**
	 * The lease of an attempt whose token was granted the key.
	 * @param key the key
	 * @param attempt the attempt
	 * @param since a time before it was granted
	 * @param ttl for how long it was granted, which may be less than what is wanted
	 * @param confirmed {@code false}: it counts only after it was renewed
	 * @return the lease
	 */
	static HeldLease granted(String key, Attempt attempt, long since, long ttl, boolean confirmed) {
		HeldLease lease = new HeldLease(key, attempt, since, ttl, null);
		lease.confirmed = confirmed;
		return lease;
	}

	/**
	 * Until when a key is ours for sure whose ttl was set by a command.
	 * @param sentAt the time before the command was sent
	 * @param ttl the ttl that it set
	 * @return the time
	 */
	static long deadline(long sentAt, long ttl) {
		return MonotonicClock.plus(sentAt, ttl - ttl / 100 - MARGIN);
	}

	@Override
	public String key() {
		return this.key;
	}

	@Override
	public String token() {
		return this.token;
	}

	/** How often it was handed on. */
	Turns turns() {
		return this.turns;
	}

	/** Its token was given out, so that it must end with this hold (rule C). */
	void expose() {
		this.exposed = true;
	}

	boolean exposed() {
		return this.exposed;
	}

	/**
	 * Whether there is enough left of it for a caller who takes it.
	 * @param head the caller
	 * @param now the time
	 * @return {@code false}: renew it first
	 */
	boolean suffices(Waiter head, long now) {
		Terms terms = head.terms();
		// What the watchdog renews is about to get more; a fixed one gets all of it now.
		long enough = terms.renew() ? Math.min(terms.ttl() / 2, SOON) : terms.ttl() - terms.ttl() / 10;
		// What was asked for just now would not be more if it were asked for again.
		boolean lasts = this.wantedBy == head || this.deadline - now >= enough;
		return lasts && this.confirmed && (!terms.fence() || this.nextFence < this.endOfFences);
	}

	/** Whether enough is left of it to hand it on: at least to renew it in time. */
	boolean lasts(long now) {
		return this.deadline - now > Math.min(this.ttl, this.given) / 10;
	}

	/** Fencing numbers were taken for it; without effect if there are none. */
	void fenced(long first, int count) {
		if (first > 0) {
			this.nextFence = first;
			this.endOfFences = first + count;
		}
	}

	/** A fencing number for one hold. */
	long takeFence() {
		return this.nextFence++;
	}

	/** How to give it back. */
	Release release(long keepMillis) {
		return new Release(this.key, this.token, keepMillis, Math.max(0, this.endOfFences - 1));
	}

	/** Its ttl is about to be set for this caller. */
	void wantedBy(Waiter head) {
		this.wantedBy = head;
		mayLast(head.terms().ttl());
	}

	/** From here on it is renewed as this caller wants it. */
	void takenBy(Terms terms) {
		mayLast(terms.ttl());
		if (this.ttl != terms.ttl() || this.renewEvery != terms.renewEvery()) {
			this.ttl = terms.ttl();
			this.renewEvery = terms.renewEvery();
			this.renewAt = this.deadline - this.ttl + this.renewEvery;
		}
	}

	long ttl() {
		return this.ttl;
	}

	/**
	 * The longest ttl that the key may have got by an extension, answered or not.
	 * @return the ttl
	 */
	long longestTtl() {
		return this.longestTtl;
	}

	void mayLast(long ttl) {
		this.longestTtl = Math.max(this.longestTtl, ttl);
	}

	long deadline() {
		return this.deadline;
	}

	long renewAt() {
		return this.renewAt;
	}

	/**
	 * Whether the command that made it may be applied once more (rule D).
	 * @return whether its token is to be swept after its end
	 */
	boolean doubtful() {
		return this.doubtful;
	}

	void renewed(long sentAt, long ttl) {
		this.confirmed = true;
		this.given = ttl;
		this.deadline = Math.max(this.deadline, deadline(sentAt, ttl)); // rule H
		this.renewAt = MonotonicClock.plus(sentAt, this.renewEvery);
	}

	/** A renewal is on its way; if no reply comes at all, it is due again then. */
	void renewing(long now) {
		this.renewAt = MonotonicClock.plus(now, this.renewEvery);
	}

	void renewalFailed(long now) {
		this.renewAt = MonotonicClock.plus(now, this.renewEvery / 4);
	}

}
