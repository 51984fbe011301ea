package io.lockstarter.memory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import io.lockstarter.LockType;
import io.lockstarter.memory.Entry.Waiting;
import io.lockstarter.memory.MemoryClaims.Grant;
import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockState;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the exclusive locks of a store in memory. It decides as {@code lock.lua} does.
 * Guarded by the lock of its store.
 */
final class MemoryLocks {

	private static final int SMALLEST_PURGE = 64;

	private final Map<String, Entry> entries = new HashMap<>();

	private final MonotonicClock clock;

	private final Predicate<String> subscribed;

	private int purgeAt = SMALLEST_PURGE;

	private long lastTicket;

	/**
	 * Creates an empty set of locks.
	 * @param clock the clock
	 * @param subscribed whether an instance receives wake-ups
	 */
	MemoryLocks(MonotonicClock clock, Predicate<String> subscribed) {
		this.clock = clock;
		this.subscribed = subscribed;
	}

	/** Returns the keys that may have holders. */
	Set<String> keys() {
		return Set.copyOf(this.entries.keySet());
	}

	boolean isTaken(String key) {
		return live(key) != null;
	}

	boolean holds(String key, String token) {
		Entry entry = live(key);
		return entry != null && entry.isOf(token);
	}

	boolean acquire(String key, String token, long ttlMillis) {
		if (isTaken(key)) {
			return false;
		}
		put(key, Entry.of(token, expiry(ttlMillis)));
		return true;
	}

	Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		Entry entry = live(key);
		if (entry == null) {
			put(key, Entry.of(token, expiry(ttlMillis)));
			return Contention.WON;
		}
		if (entry.isOf(token)) {
			prolong(key, entry, ttlMillis);
			return Contention.WON;
		}
		boolean known = entry.hasWaiting(token);
		if (wait == null || (!known && wait.again())) {
			return new Contention(holder(entry));
		}
		Waiting waiting = waiting(token, wait);
		this.entries.put(key, entry.with(waiting));
		// As in Redis, the first reply does not contain the remaining ttl.
		return new Contention(known ? holder(entry) : new Holder(entry.token(), -1), place(waiting));
	}

	boolean renew(String key, String token, long ttlMillis) {
		Entry entry = live(key);
		if (entry == null || !entry.isOf(token)) {
			return false;
		}
		prolong(key, entry, ttlMillis);
		return true;
	}

	boolean release(Release release, List<Grant> grants) {
		String key = release.key();
		Entry entry = live(key);
		if (entry == null || !entry.isOf(release.token())) {
			if (entry != null) {
				this.entries.put(key, entry.without(release.token()));
			}
			return false;
		}
		if (release.keepMillis() > 0) {
			put(key, new Entry(Release.TOMBSTONE, expiry(release.keepMillis()), entry.queue()));
		}
		else {
			grantToNext(key, entry.queue(), grants);
		}
		return true;
	}

	GiveWayReply giveWay(String key, String token, long ttlMillis, String next, QueueRequest wait, List<Grant> grants) {
		Entry entry = live(key);
		if (entry == null || !entry.isOf(token)) {
			return GiveWayReply.over(ReleaseReply.NOT_MINE);
		}
		if (!entry.queue().isEmpty()) {
			Waiting waiting = waiting(next, wait);
			grantToNext(key, entry.with(waiting).queue(), grants);
			return new GiveWayReply(ReleaseReply.RELEASED, place(waiting));
		}
		if (ttlMillis == 0) {
			this.entries.remove(key);
			return GiveWayReply.over(ReleaseReply.RELEASED);
		}
		prolong(key, entry, ttlMillis);
		return GiveWayReply.KEPT;
	}

	private Waiting waiting(String token, QueueRequest wait) {
		boolean counted = wait.subscribed() && this.subscribed.test(Waiting.instanceOf(token));
		return new Waiting(token, wait, counted, ++this.lastTicket, expiry(wait.aliveMillis()));
	}

	private static QueuePlace place(Waiting waiting) {
		return new QueuePlace(waiting.ticket(), !waiting.request().subscribed() || waiting.counted());
	}

	/**
	 * Returns whether a waiter has gone. As in Redis, its subscriber decides if it had
	 * one, and otherwise the time.
	 */
	private boolean isGone(Waiting waiting) {
		return waiting.counted() ? !this.subscribed.test(waiting.instance())
				: waiting.aliveUntil() < this.clock.nanos();
	}

	/** Grants the key to the first waiter that is not gone. */
	private void grantToNext(String key, List<Waiting> queue, List<Grant> grants) {
		for (int i = 0; i < queue.size(); i++) {
			Waiting first = queue.get(i);
			if (!isGone(first)) {
				put(key, new Entry(first.token(), expiry(first.request().grantMillis()),
						List.copyOf(queue.subList(i + 1, queue.size()))));
				grants.add(new Grant(key, first.token(), first.ticket(), 0));
				return;
			}
		}
		this.entries.remove(key);
	}

	Optional<Holder> inspect(String key) {
		return Optional.ofNullable(live(key)).map(this::holder);
	}

	Optional<LockState> describe(String key) {
		return Optional.ofNullable(live(key))
			.map((entry) -> new LockState(List.of(new LockState.TypedHolder(holder(entry), LockType.EXCLUSIVE)),
					entry.queue().stream().map(Waiting::token).toList()));
	}

	int size() {
		return this.entries.size();
	}

	private void prolong(String key, Entry entry, long ttlMillis) {
		this.entries.put(key, entry.until(expiry(ttlMillis)));
	}

	private @Nullable Entry live(String key) {
		Entry entry = this.entries.get(key);
		if (entry != null && entry.expiry() <= this.clock.nanos()) {
			this.entries.remove(key);
			return null;
		}
		return entry;
	}

	private void put(String key, Entry entry) {
		this.entries.put(key, entry);
		// Purging at twice the number of live keys is cheap, and bounds the expired keys.
		if (this.entries.size() >= this.purgeAt) {
			long now = this.clock.nanos();
			this.entries.values().removeIf((old) -> old.expiry() <= now);
			this.purgeAt = Math.max(SMALLEST_PURGE, 2 * this.entries.size());
		}
	}

	private long expiry(long ttlMillis) {
		return MemoryClaims.expiry(ttlMillis, this.clock);
	}

	private Holder holder(Entry entry) {
		long left = entry.expiry() - this.clock.nanos();
		// Rounded up, so that a waiter that sleeps this long finds the key expired.
		return new Holder(entry.token(), (left - 1) / TimeUnit.MILLISECONDS.toNanos(1) + 1);
	}

}
