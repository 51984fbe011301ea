package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;

/**
 * Holds tokens of this instance that may be in the lock server without a lease: rule D
 * (unconfirmed tokens). Each is removed at once, and again after every third of its ttl.
 * This ends when the lock server has confirmed a removal that was sent after the last
 * time at which a late command can create the token. That time is two ttl away. Without a
 * confirmation the removal ends one ttl later, because the token has then expired.
 * <p>
 * A token in flight is not due again before the reply, and few batches are in flight at
 * the same time. In an outage each reply takes a whole time-out, so more batches would
 * pile up.
 */
final class UnconfirmedTokens {

	/**
	 * If 10,000 tokens are stored, further tokens are not stored. They expire after their
	 * ttl.
	 */
	private static final int MAX_TOKENS = 10_000;

	/** The number of threads that send batches. */
	private static final int MAX_BATCHES = 2;

	/**
	 * Longer than a client's time-out: a batch without a reply is lost after this time.
	 */
	private static final long LONGEST_FLIGHT = TimeUnit.SECONDS.toNanos(90);

	private final ConcurrentHashMap<String, UnconfirmedToken> byToken = new ConcurrentHashMap<>();

	/** The batch of each token in flight. */
	private final ConcurrentHashMap<String, Batch> inFlight = new ConcurrentHashMap<>();

	private final List<Batch> batches = new CopyOnWriteArrayList<>();

	/**
	 * Adds a token.
	 * @param release the release that removes it
	 * @param ttl the longest ttl that it may have in the lock server
	 * @param late whether a command that creates it again may still be applied
	 * @param now the time
	 */
	void add(Release release, long ttl, boolean late, long now) {
		long keepUntil = MonotonicClock.plus(now, TimeUnit.MILLISECONDS.toNanos(release.keepMillis()));
		long every = Math.max(ttl / 3, TimeUnit.MILLISECONDS.toNanos(50));
		long twice = MonotonicClock.plus(MonotonicClock.plus(now, ttl), ttl);
		UnconfirmedToken entry = late
				? new UnconfirmedToken(release, keepUntil, every, MonotonicClock.plus(twice, ttl), twice)
				: new UnconfirmedToken(release, keepUntil, every, twice, now);
		entry.next = now;
		if (this.byToken.size() < MAX_TOKENS || this.byToken.containsKey(release.token())) {
			this.byToken.merge(release.token(), entry, UnconfirmedToken::with);
		}
	}

	/**
	 * Returns the tokens to remove now, if another batch may be sent. They are due again
	 * later if no confirmation comes.
	 * @param now the time
	 * @return one batch
	 */
	List<Release> due(long now) {
		forgetLostBatches(now);
		boolean full = isFull();
		Batch batch = new Batch(now);
		List<Release> due = new ArrayList<>();
		this.byToken.forEach((token, entry) -> {
			if (now < entry.next) {
				return;
			}
			if (this.inFlight.containsKey(token)) {
				entry.next = MonotonicClock.plus(now, entry.every);
			}
			else if (!full && due.size() < LockStore.LARGEST_BATCH) {
				Release release = entry.release(token, now);
				due.add(release);
				entry.sent(now);
				batch.sent.put(token, entry);
				batch.releases.add(release);
				this.inFlight.put(token, batch);
			}
		});
		if (!due.isEmpty()) {
			this.batches.add(batch);
		}
		return due;
	}

	private void forgetLostBatches(long now) {
		if (this.batches.removeIf((batch) -> batch.isLost(now))) {
			this.inFlight.values().removeIf((batch) -> batch.isLost(now));
		}
	}

	/** Returns whether the next batch must wait for a reply. */
	boolean isFull() {
		return this.batches.size() >= MAX_BATCHES;
	}

	/**
	 * Returns all tokens, due or not.
	 * @param now the time
	 * @return their releases
	 */
	List<Release> all(long now) {
		List<Release> all = new ArrayList<>();
		this.byToken.forEach((token, entry) -> all.add(entry.release(token, now)));
		return all;
	}

	/**
	 * Handles the replies to a batch.
	 * @param batch the releases that were sent
	 * @param replies the replies, in the same order
	 * @param now the time
	 */
	void swept(List<Release> batch, List<ReleaseReply> replies, long now) {
		for (int i = 0; i < batch.size(); i++) {
			String token = batch.get(i).token();
			Batch answered = this.inFlight.get(token);
			if (answered == null || !answered.releases.contains(batch.get(i))) {
				continue; // That batch counts as lost, and its reply is too old.
			}
			this.inFlight.remove(token, answered);
			this.batches.remove(answered);
			UnconfirmedToken entry = this.byToken.get(token);
			if (entry != null) {
				settle(token, entry, replies.get(i), answered, now);
			}
		}
	}

	private void settle(String token, UnconfirmedToken entry, ReleaseReply reply, Batch answered, long now) {
		if (now >= entry.until) {
			this.byToken.remove(token, entry);
		}
		else if (reply == ReleaseReply.FAILED) {
			entry.next = MonotonicClock.plus(now, entry.retry);
			entry.retry = Math.min(2 * entry.retry, entry.every);
		}
		else if (answered.sent.get(token) != entry) {
			entry.next = now; // The reply is older than the new entry.
		}
		else if (answered.sentAt >= entry.lateUntil) {
			this.byToken.remove(token, entry);
		}
	}

	/**
	 * Returns the time at which tokens are due next. Tokens that wait for the reply to
	 * another batch do not count.
	 * @return the time
	 */
	long next() {
		boolean full = isFull();
		long next = MonotonicClock.NEVER;
		for (Map.Entry<String, UnconfirmedToken> entry : this.byToken.entrySet()) {
			if (!full || this.inFlight.containsKey(entry.getKey())) {
				next = Math.min(next, entry.getValue().next);
			}
		}
		return next;
	}

	int size() {
		return this.byToken.size();
	}

	/** Tokens that were sent together and have no reply yet. */
	private static final class Batch {

		private final long sentAt;

		private final Map<String, UnconfirmedToken> sent = new HashMap<>();

		/** Compared by identity, since later batches may have equal releases. */
		private final Set<Release> releases = Collections.newSetFromMap(new IdentityHashMap<>());

		Batch(long sentAt) {
			this.sentAt = sentAt;
		}

		boolean isLost(long now) {
			return now >= MonotonicClock.plus(this.sentAt, LONGEST_FLIGHT);
		}

	}

	private static final class UnconfirmedToken {

		private final Release release;

		private final long keepUntil;

		private final long every;

		private final long until;

		/**
		 * A removal that was sent before this time is not final: a late command may
		 * create the token after it.
		 */
		private final long lateUntil;

		private volatile long next;

		/**
		 * The pause after a failure. It is short, since other instances may wait for the
		 * key.
		 */
		private volatile long retry = TimeUnit.MILLISECONDS.toNanos(50);

		UnconfirmedToken(Release release, long keepUntil, long every, long until, long lateUntil) {
			this.release = release;
			this.keepUntil = keepUntil;
			this.every = every;
			this.until = until;
			this.lateUntil = lateUntil;
		}

		/** Schedules the next removal. One is sent as soon as it can be final. */
		void sent(long now) {
			long later = MonotonicClock.plus(now, this.every);
			this.next = (now < this.lateUntil) ? Math.min(later, this.lateUntil) : later;
		}

		UnconfirmedToken with(UnconfirmedToken newer) {
			UnconfirmedToken both = new UnconfirmedToken(
					(newer.release.fence() > this.release.fence()) ? newer.release : this.release,
					Math.max(this.keepUntil, newer.keepUntil), Math.min(this.every, newer.every),
					Math.max(this.until, newer.until), Math.max(this.lateUntil, newer.lateUntil));
			both.next = newer.next;
			return both;
		}

		Release release(String token, long now) {
			long keep = Math.max(0, this.keepUntil - now);
			return new Release(this.release.key(), token, TimeUnit.NANOSECONDS.toMillis(keep), this.release.fence());
		}

	}

}
