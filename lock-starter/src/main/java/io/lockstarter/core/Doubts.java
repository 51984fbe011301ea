package io.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;

/**
 * Tokens of ours that may be in the lock server although no lease has them (rule D). They
 * are removed at once, and again every third of their ttl, until the lock server has
 * confirmed that they are gone and no late command can bring them back; after two ttl
 * they have expired by themselves.
 */
final class Doubts {

	/** In a long outage there may be very many; those above it end with their ttl. */
	private static final int MOST = 10_000;

	private final ConcurrentHashMap<String, Doubt> byToken = new ConcurrentHashMap<>();

	/**
	 * Adds a token.
	 * @param release what to remove
	 * @param ttl the ttl that it has in the lock server, at most
	 * @param late whether a command that brings it back may still be applied
	 * @param now the time
	 */
	void add(Release release, long ttl, boolean late, long now) {
		long keepUntil = now + TimeUnit.MILLISECONDS.toNanos(release.keepMillis());
		long every = Math.max(ttl / 3, TimeUnit.MILLISECONDS.toNanos(50));
		long until = now + 2 * ttl;
		Doubt doubt = new Doubt(release, keepUntil, every, until, late ? until : now);
		doubt.next = now;
		if (this.byToken.size() < MOST || this.byToken.containsKey(release.token())) {
			this.byToken.merge(release.token(), doubt, Doubt::with);
		}
	}

	/**
	 * Lists what is to be removed now; it is due again if no confirmation comes.
	 * @param now the time
	 * @return what is due
	 */
	List<Release> due(long now) {
		List<Release> due = new ArrayList<>();
		this.byToken.forEach((token, doubt) -> {
			if (now >= doubt.next) {
				due.add(doubt.release(token, now));
				doubt.next = now + doubt.every;
				if (now >= doubt.until) {
					this.byToken.remove(token, doubt);
				}
			}
		});
		return due;
	}

	/**
	 * Lists all, due or not.
	 * @param now the time
	 * @return what is to be removed
	 */
	List<Release> all(long now) {
		List<Release> all = new ArrayList<>();
		this.byToken.forEach((token, doubt) -> all.add(doubt.release(token, now)));
		return all;
	}

	void swept(List<Release> batch, List<ReleaseReply> replies, long now) {
		for (int i = 0; i < batch.size(); i++) {
			String token = batch.get(i).token();
			Doubt doubt = this.byToken.get(token);
			if (doubt != null && replies.get(i) == ReleaseReply.FAILED) {
				doubt.next = now + doubt.retry;
				doubt.retry = Math.min(2 * doubt.retry, doubt.every);
			}
			else if (doubt != null && now >= doubt.lateUntil) {
				this.byToken.remove(token, doubt);
			}
		}
	}

	long next() {
		long next = MonotonicClock.NEVER;
		for (Doubt doubt : this.byToken.values()) {
			next = Math.min(next, doubt.next);
		}
		return next;
	}

	int size() {
		return this.byToken.size();
	}

	private static final class Doubt {

		private final Release release;

		private final long keepUntil;

		private final long every;

		private final long until;

		/** Before this time, no confirmation is the last word. */
		private final long lateUntil;

		private volatile long next;

		/** The pause after a failure: whoever waits for the key should not wait long. */
		private volatile long retry = TimeUnit.MILLISECONDS.toNanos(50);

		Doubt(Release release, long keepUntil, long every, long until, long lateUntil) {
			this.release = release;
			this.keepUntil = keepUntil;
			this.every = every;
			this.until = until;
			this.lateUntil = lateUntil;
		}

		Doubt with(Doubt newer) {
			Doubt both = new Doubt((newer.release.fence() > this.release.fence()) ? newer.release : this.release,
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
