package io.lockstarter.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.Turn;
import io.lockstarter.store.Wait;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/**
 * A lock server inside this JVM, for tests: the same contract as Redis, on any clock. It
 * excludes only those who share this object, never fails and loses no connection.
 */
public final class InMemoryLockStore implements LockStore {

	private static final int SMALLEST_PURGE = 64;

	private final Map<String, Entry> entries = new HashMap<>();

	private final Map<String, WakeUps> listeners = new HashMap<>();

	private final MonotonicClock clock;

	private int purgeAt = SMALLEST_PURGE;

	private long lastFence;

	public InMemoryLockStore() {
		this(MonotonicClock.system());
	}

	public InMemoryLockStore(MonotonicClock clock) {
		this.clock = clock;
	}

	@Override
	public synchronized boolean acquire(String key, String token, long ttlMillis) {
		if (live(key) != null) {
			return false;
		}
		put(key, new Entry(token, expiry(ttlMillis), List.of()));
		return true;
	}

	@Override
	public synchronized Contention contend(String key, String token, long ttlMillis, @Nullable Wait wait) {
		Entry entry = live(key);
		if (entry == null) {
			put(key, new Entry(token, expiry(ttlMillis), List.of()));
			return Contention.WON;
		}
		if (entry.token.equals(token)) {
			prolong(key, entry, ttlMillis);
			return Contention.WON;
		}
		if (wait == null) {
			return new Contention(holder(entry));
		}
		// As in Redis: whoever comes anew goes to the end and is not told how long it
		// lasts.
		Waiting mine = new Waiting(token, wait);
		List<Waiting> queue = new ArrayList<>(entry.queue);
		int rank = indexOf(queue, token);
		if (rank < 0 && wait.again()) {
			return new Contention(holder(entry));
		}
		if (rank < 0) {
			queue.add(mine);
		}
		else {
			queue.set(rank, mine.atLeast(queue.get(rank)));
		}
		this.entries.put(key, new Entry(entry.token, entry.expiry, queue));
		return new Contention((rank < 0) ? new Holder(entry.token, -1) : holder(entry), true);
	}

	@Override
	public synchronized long fence(String key, String token, long ttlMillis, int count) {
		Entry entry = live(key);
		if (entry == null || !entry.token.equals(token)) {
			return 0;
		}
		prolong(key, entry, ttlMillis);
		// One counter for all keys never has to be forgotten.
		long first = this.lastFence + 1;
		this.lastFence += count;
		return first;
	}

	@Override
	public ReleaseReply release(Release release) {
		Runnable tell;
		synchronized (this) {
			String key = release.key();
			Entry entry = live(key);
			if (entry == null || !entry.token.equals(release.token())) {
				if (entry != null) {
					stopWaiting(key, entry, release.token());
				}
				return ReleaseReply.NOT_MINE;
			}
			if (release.keepMillis() > 0) {
				put(key, new Entry(Release.TOMBSTONE, expiry(release.keepMillis()), entry.queue));
				return ReleaseReply.RELEASED;
			}
			tell = passOn(key, entry.queue);
		}
		// Not under our lock: whoever is told may ask at once.
		tell.run();
		return ReleaseReply.RELEASED;
	}

	@Override
	public Turn giveWay(String key, String token, long ttlMillis, String next, Wait wait) {
		Runnable tell;
		synchronized (this) {
			Entry entry = live(key);
			if (entry == null || !entry.token.equals(token)) {
				return Turn.over(ReleaseReply.NOT_MINE);
			}
			if (entry.queue.isEmpty()) {
				if (ttlMillis == 0) {
					this.entries.remove(key);
					return Turn.over(ReleaseReply.RELEASED);
				}
				prolong(key, entry, ttlMillis);
				return Turn.KEPT;
			}
			List<Waiting> queue = new ArrayList<>(entry.queue);
			queue.add(new Waiting(next, wait));
			tell = passOn(key, queue);
		}
		tell.run();
		return new Turn(ReleaseReply.RELEASED, true);
	}

	@Override
	public synchronized Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		this.listeners.put(instance, wakeUps);
		executor.execute(wakeUps::listening);
		return () -> {
			synchronized (this) {
				this.listeners.remove(instance, wakeUps);
			}
		};
	}

	/** Grants it to the first that is there; returns what is to be told then. */
	private Runnable passOn(String key, List<Waiting> queue) {
		for (int i = 0; i < queue.size(); i++) {
			Waiting first = queue.get(i);
			WakeUps listener = this.listeners.get(first.instance());
			if (listener != null || !first.how.hears()) {
				put(key, new Entry(first.token, expiry(first.how.grantMillis()),
						List.copyOf(queue.subList(i + 1, queue.size()))));
				return (listener != null) ? () -> listener.granted(key, first.token) : () -> {
				};
			}
		}
		this.entries.remove(key);
		return () -> {
		};
	}

	private void stopWaiting(String key, Entry entry, String token) {
		List<Waiting> queue = new ArrayList<>(entry.queue);
		if (queue.removeIf((waiting) -> waiting.token.equals(token))) {
			this.entries.put(key, new Entry(entry.token, entry.expiry, queue));
		}
	}

	private static int indexOf(List<Waiting> queue, String token) {
		for (int i = 0; i < queue.size(); i++) {
			if (queue.get(i).token.equals(token)) {
				return i;
			}
		}
		return -1;
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return batch.stream().map(this::release).toList();
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return batch.stream().map(this::renew).toList();
	}

	private synchronized RenewReply renew(Renewal renewal) {
		String key = renewal.lease().key();
		Entry entry = live(key);
		if (entry == null || !entry.token.equals(renewal.lease().token())) {
			return RenewReply.NOT_MINE;
		}
		prolong(key, entry, renewal.ttlMillis());
		return RenewReply.RENEWED;
	}

	/** Never shortens (rule A). */
	private void prolong(String key, Entry entry, long ttlMillis) {
		this.entries.put(key, new Entry(entry.token, Math.max(entry.expiry, expiry(ttlMillis)), entry.queue));
	}

	@Override
	public synchronized Optional<Holder> inspect(String key) {
		return Optional.ofNullable(live(key)).map(this::holder);
	}

	@Override
	public long epoch() {
		return 0;
	}

	/**
	 * The number of keys in memory: those that are taken, and some that have expired.
	 * @return the number
	 */
	synchronized int size() {
		return this.entries.size();
	}

	private @Nullable Entry live(String key) {
		Entry entry = this.entries.get(key);
		if (entry != null && entry.expiry <= this.clock.nanos()) {
			this.entries.remove(key);
			return null;
		}
		return entry;
	}

	private void put(String key, Entry entry) {
		this.entries.put(key, entry);
		// At twice what was alive last time: cheap, and never more than twice too many.
		if (this.entries.size() >= this.purgeAt) {
			long now = this.clock.nanos();
			this.entries.values().removeIf((old) -> old.expiry <= now);
			this.purgeAt = Math.max(SMALLEST_PURGE, 2 * this.entries.size());
		}
	}

	private long expiry(long ttlMillis) {
		if (ttlMillis <= 0) {
			throw new IllegalArgumentException("The ttl must be above zero: " + ttlMillis + " ms");
		}
		return MonotonicClock.plus(this.clock.nanos(), TimeUnit.MILLISECONDS.toNanos(ttlMillis));
	}

	private Holder holder(Entry entry) {
		long left = entry.expiry - this.clock.nanos();
		// Rounded up: whoever sleeps this long finds it expired.
		return new Holder(entry.token, (left - 1) / TimeUnit.MILLISECONDS.toNanos(1) + 1);
	}

	private record Entry(String token, long expiry, List<Waiting> queue) {
	}

	private record Waiting(String token, Wait how) {

		/** An older request that comes late shortens nothing (rule A). */
		Waiting atLeast(Waiting before) {
			long grant = Math.max(this.how.grantMillis(), before.how.grantMillis());
			return new Waiting(this.token, new Wait(grant, this.how.aliveMillis(), this.how.again(), this.how.hears()));
		}

		String instance() {
			int colon = this.token.indexOf(':');
			return (colon < 0) ? this.token : this.token.substring(0, colon);
		}

	}

}
