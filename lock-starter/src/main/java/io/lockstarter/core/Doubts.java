package io.lockstarter.core;

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

import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;

/**
 * Tokens of ours that may be in the lock server although no lease has them (rule D). They
 * are removed at once, and again every third of their ttl, until the lock server has
 * confirmed that they are gone and no late command can bring them back; after two ttl
 * they have expired by themselves.
 * <p>
 * A token that is being removed is not due again before the reply, and few batches are in
 * flight at the same time: in an outage each reply takes a time-out, and what is sent
 * more often than it is answered piles up.
 */
final class Doubts {

	/** In a long outage there may be very many; those above it end with their ttl. */
	private static final int MOST = 10_000;

	/** The most in one batch: all other doubts must not wait for it for long. */
	private static final int BATCH = 500;

	/** As many as there are threads to send them. */
	private static final int MOST_IN_FLIGHT = 2;

	/** Longer than a client's time-out: a batch without a reply by then is lost. */
	private static final long LONGEST_FLIGHT = TimeUnit.SECONDS.toNanos(90);

	private final ConcurrentHashMap<String, Doubt> byToken = new ConcurrentHashMap<>();

	/** The batch that a token is in, until its reply. */
	private final ConcurrentHashMap<String, Batch> inFlight = new ConcurrentHashMap<>();

	private final List<Batch> batches = new CopyOnWriteArrayList<>();

	/**
	 * Adds a token.
	 * @param release what to remove
	 * @param ttl the ttl that it has in the lock server, at most
	 * @param late whether a command that brings it back may still be applied
	 * @param now the time
	 */
	void add(Release release, long ttl, boolean late, long now) {
		long keepUntil = MonotonicClock.plus(now, TimeUnit.MILLISECONDS.toNanos(release.keepMillis()));
		long every = Math.max(ttl / 3, TimeUnit.MILLISECONDS.toNanos(50));
		long until = MonotonicClock.plus(MonotonicClock.plus(now, ttl), ttl);
		Doubt doubt = new Doubt(release, keepUntil, every, until, late ? until : now);
		doubt.next = now;
		if (this.byToken.size() < MOST || this.byToken.containsKey(release.token())) {
			this.byToken.merge(release.token(), doubt, Doubt::with);
		}
	}

	/**
	 * Lists what is to be removed now, if another batch may be sent. It is due again if
	 * no confirmation comes.
	 * @param now the time
	 * @return what is due, as one batch
	 */
	List<Release> due(long now) {
		forgetLostBatches(now);
		boolean full = isFull();
		Batch batch = new Batch(MonotonicClock.plus(now, LONGEST_FLIGHT));
		List<Release> due = new ArrayList<>();
		this.byToken.forEach((token, doubt) -> {
			if (now < doubt.next) {
				return;
			}
			if (this.inFlight.containsKey(token)) {
				doubt.next = MonotonicClock.plus(now, doubt.every);
			}
			else if (!full && due.size() < BATCH) {
				Release release = doubt.release(token, now);
				due.add(release);
				doubt.next = MonotonicClock.plus(now, doubt.every);
				batch.sent.put(token, doubt);
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
		if (this.batches.removeIf((batch) -> now >= batch.end)) {
			this.inFlight.values().removeIf((batch) -> now >= batch.end);
		}
	}

	/** Whether no further batch may be sent before a reply comes. */
	boolean isFull() {
		return this.batches.size() >= MOST_IN_FLIGHT;
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

	/**
	 * Takes the replies to a batch.
	 * @param batch what was to be removed
	 * @param replies the replies, in the same order
	 * @param now the time
	 */
	void swept(List<Release> batch, List<ReleaseReply> replies, long now) {
		for (int i = 0; i < batch.size(); i++) {
			String token = batch.get(i).token();
			Batch answered = this.inFlight.get(token);
			if (answered == null || !answered.releases.contains(batch.get(i))) {
				continue; // That batch was taken for lost, and what it says is old.
			}
			this.inFlight.remove(token, answered);
			this.batches.remove(answered);
			Doubt doubt = this.byToken.get(token);
			if (doubt != null) {
				settle(token, doubt, replies.get(i), answered, now);
			}
		}
	}

	private void settle(String token, Doubt doubt, ReleaseReply reply, Batch answered, long now) {
		if (now >= doubt.until) {
			this.byToken.remove(token, doubt);
		}
		else if (reply == ReleaseReply.FAILED) {
			doubt.next = MonotonicClock.plus(now, doubt.retry);
			doubt.retry = Math.min(2 * doubt.retry, doubt.every);
		}
		else if (answered.sent.get(token) != doubt) {
			doubt.next = now; // The reply says nothing about what was found since.
		}
		else if (now >= doubt.lateUntil) {
			this.byToken.remove(token, doubt);
		}
	}

	/**
	 * When to ask for what is due. What waits for a reply to other batches has no time.
	 * @return the time
	 */
	long next() {
		boolean full = isFull();
		long next = MonotonicClock.NEVER;
		for (Map.Entry<String, Doubt> entry : this.byToken.entrySet()) {
			if (!full || this.inFlight.containsKey(entry.getKey())) {
				next = Math.min(next, entry.getValue().next);
			}
		}
		return next;
	}

	int size() {
		return this.byToken.size();
	}

	/** What was listed together and is not answered yet. */
	private static final class Batch {

		/** When it is lost. */
		private final long end;

		private final Map<String, Doubt> sent = new HashMap<>();

		/** The same objects: later batches may have equal ones. */
		private final Set<Release> releases = Collections.newSetFromMap(new IdentityHashMap<>());

		Batch(long end) {
			this.end = end;
		}

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
