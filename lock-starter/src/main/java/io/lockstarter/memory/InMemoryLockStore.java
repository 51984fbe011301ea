package io.lockstarter.memory;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.lockstarter.LockType;
import io.lockstarter.memory.Entry.Waiting;
import io.lockstarter.memory.MemoryClaims.Grant;
import io.lockstarter.store.Claim;
import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.KeyPage;
import io.lockstarter.store.LockState;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/**
 * A lock server inside this JVM, for tests. It has the same contract as Redis, on any
 * clock. Only callers that share this object exclude each other. It never fails and never
 * loses a connection.
 */
public final class InMemoryLockStore implements LockStore {

	private static final int SMALLEST_PURGE = 64;

	private final Map<String, Entry> entries = new HashMap<>();

	private final Map<String, WakeUps> listeners = new HashMap<>();

	private final MonotonicClock clock;

	private final InstantSource wallClock;

	private int purgeAt = SMALLEST_PURGE;

	private final MemoryClaims claims;

	private long lastFence;

	private long lastTicket;

	public InMemoryLockStore() {
		this(MonotonicClock.system());
	}

	public InMemoryLockStore(MonotonicClock clock) {
		this(clock, InstantSource.system());
	}

	InMemoryLockStore(MonotonicClock clock, InstantSource wallClock) {
		this.clock = clock;
		this.wallClock = wallClock;
		this.claims = new MemoryClaims(clock, this::nextFence);
	}

	@Override
	public synchronized boolean acquire(String key, String token, long ttlMillis) {
		if (live(key) != null || this.claims.typeInUse(key) != null) {
			return false;
		}
		put(key, Entry.of(token, expiry(ttlMillis)));
		return true;
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		return Claim.isIn(token) ? claim(key, token, ttlMillis, wait) : contendExclusively(key, token, ttlMillis, wait);
	}

	private Contention claim(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		List<Grant> grants = new ArrayList<>();
		Contention reply;
		synchronized (this) {
			reply = (live(key) != null) ? Contention.conflict(LockType.EXCLUSIVE)
					: this.claims.acquire(key, token, ttlMillis, wait, grants);
		}
		announce(grants);
		return reply;
	}

	private synchronized Contention contendExclusively(String key, String token, long ttlMillis,
			@Nullable QueueRequest wait) {
		Entry entry = live(key);
		LockType used = (entry == null) ? this.claims.typeInUse(key) : null;
		if (used != null) {
			return Contention.conflict(used);
		}
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

	@Override
	public synchronized long fence(String key, String token, long ttlMillis, int count) {
		if (Claim.isIn(token)) {
			return this.claims.renew(key, token, ttlMillis) ? nextFence(count) : 0;
		}
		Entry entry = live(key);
		if (entry == null || !entry.isOf(token)) {
			return 0;
		}
		prolong(key, entry, ttlMillis);
		return nextFence(count);
	}

	private long nextFence(int count) {
		// One counter for all keys needs no removal. It starts from the wall clock, as in
		// Redis, so that its numbers are higher than those of an earlier store.
		long first = Math.max(this.lastFence + 1, ChronoUnit.MICROS.between(Instant.EPOCH, this.wallClock.instant()));
		this.lastFence = first + count - 1;
		return first;
	}

	@Override
	public ReleaseReply release(Release release) {
		if (Claim.isIn(release.token())) {
			List<Grant> grants = new ArrayList<>();
			boolean released;
			synchronized (this) {
				released = this.claims.release(release, grants);
			}
			announce(grants);
			return released ? ReleaseReply.RELEASED : ReleaseReply.NOT_MINE;
		}
		Runnable wakeUp;
		synchronized (this) {
			String key = release.key();
			Entry entry = live(key);
			if (entry == null || !entry.isOf(release.token())) {
				if (entry != null) {
					this.entries.put(key, entry.without(release.token()));
				}
				return ReleaseReply.NOT_MINE;
			}
			if (release.keepMillis() > 0) {
				put(key, new Entry(Release.TOMBSTONE, expiry(release.keepMillis()), entry.queue()));
				return ReleaseReply.RELEASED;
			}
			wakeUp = grantToNext(key, entry.queue());
		}
		// Not under our lock, since the listener may send commands at once.
		wakeUp.run();
		return ReleaseReply.RELEASED;
	}

	@Override
	public GiveWayReply giveWay(String key, String token, long ttlMillis, String next, QueueRequest wait) {
		Runnable wakeUp;
		QueuePlace place;
		synchronized (this) {
			Entry entry = live(key);
			if (entry == null || !entry.isOf(token)) {
				return GiveWayReply.over(ReleaseReply.NOT_MINE);
			}
			if (entry.queue().isEmpty()) {
				if (ttlMillis == 0) {
					this.entries.remove(key);
					return GiveWayReply.over(ReleaseReply.RELEASED);
				}
				prolong(key, entry, ttlMillis);
				return GiveWayReply.KEPT;
			}
			Waiting waiting = waiting(next, wait);
			place = place(waiting);
			wakeUp = grantToNext(key, entry.with(waiting).queue());
		}
		wakeUp.run();
		return new GiveWayReply(ReleaseReply.RELEASED, place);
	}

	private Waiting waiting(String token, QueueRequest wait) {
		boolean counted = wait.subscribed() && this.listeners.containsKey(Waiting.instanceOf(token));
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
		return waiting.counted() ? !this.listeners.containsKey(waiting.instance())
				: waiting.aliveUntil() < this.clock.nanos();
	}

	@Override
	public synchronized Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		this.listeners.put(instance, wakeUps);
		executor.execute(wakeUps::subscribed);
		return () -> {
			synchronized (this) {
				this.listeners.remove(instance, wakeUps);
			}
		};
	}

	/**
	 * Grants the key to the first waiter that is not gone. Returns the wake-up to run
	 * after that.
	 */
	private Runnable grantToNext(String key, List<Waiting> queue) {
		for (int i = 0; i < queue.size(); i++) {
			Waiting first = queue.get(i);
			WakeUps listener = this.listeners.get(first.instance());
			if (!isGone(first)) {
				put(key, new Entry(first.token(), expiry(first.request().grantMillis()),
						List.copyOf(queue.subList(i + 1, queue.size()))));
				return (listener != null) ? () -> listener.granted(key, first.token(), first.ticket()) : () -> {
				};
			}
		}
		this.entries.remove(key);
		return () -> {
		};
	}

	@Override
	public long forceRelease(String key, String token) {
		if (Claim.isIn(token)) {
			return forceReleaseOfClaim(key, token);
		}
		Runnable wakeUp;
		WakeUps revoked;
		long fence;
		synchronized (this) {
			Entry entry = live(key);
			if (entry == null || !entry.isOf(token)) {
				return -1;
			}
			fence = raisedFence();
			revoked = this.listeners.get(Waiting.instanceOf(token));
			wakeUp = grantToNext(key, entry.queue());
		}
		if (revoked != null) {
			revoked.revoked(key, token);
		}
		wakeUp.run();
		return fence;
	}

	private long forceReleaseOfClaim(String key, String token) {
		List<Grant> grants = new ArrayList<>();
		WakeUps revoked;
		long fence;
		synchronized (this) {
			if (!this.claims.holds(key, token)) {
				return -1;
			}
			fence = raisedFence();
			revoked = this.listeners.get(Waiting.instanceOf(token));
			this.claims.release(new Release(key, token, 0), grants);
		}
		announce(grants);
		if (revoked != null) {
			revoked.revoked(key, token);
		}
		return fence;
	}

	/** Returns a higher number than all before; zero if there is none. */
	private long raisedFence() {
		return (this.lastFence > 0) ? ++this.lastFence : 0;
	}

	@Override
	public synchronized KeyPage scan(String prefix, @Nullable String cursor, int count) {
		List<String> keys = Stream.concat(List.copyOf(this.entries.keySet()).stream(), this.claims.keys().stream())
			.filter((key) -> key.startsWith(prefix) && (cursor == null || key.compareTo(cursor) > 0))
			.filter((key) -> describe(key).isPresent())
			.distinct()
			.sorted()
			.limit(count + 1L)
			.toList();
		boolean more = keys.size() > count;
		List<String> page = more ? keys.subList(0, count) : keys;
		return new KeyPage(page, more ? page.get(count - 1) : null);
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
		if (Claim.isIn(renewal.lease().token())) {
			return this.claims.renew(key, renewal.lease().token(), renewal.ttlMillis()) ? RenewReply.RENEWED
					: RenewReply.NOT_MINE;
		}
		Entry entry = live(key);
		if (entry == null || !entry.isOf(renewal.lease().token())) {
			return RenewReply.NOT_MINE;
		}
		prolong(key, entry, renewal.ttlMillis());
		return RenewReply.RENEWED;
	}

	private void prolong(String key, Entry entry, long ttlMillis) {
		this.entries.put(key, entry.until(expiry(ttlMillis)));
	}

	@Override
	public synchronized Optional<Holder> inspect(String key) {
		return Optional.ofNullable(live(key)).map(this::holder);
	}

	@Override
	public synchronized Optional<LockState> describe(String key) {
		Entry entry = live(key);
		return (entry == null) ? this.claims.describe(key)
				: Optional.of(new LockState(List.of(new LockState.TypedHolder(holder(entry), LockType.EXCLUSIVE)),
						entry.queue().stream().map(Waiting::token).toList()));
	}

	@Override
	public boolean supports(LockType type) {
		return true;
	}

	@Override
	public boolean downgrade(String key, String token) {
		List<Grant> grants = new ArrayList<>();
		boolean held;
		synchronized (this) {
			held = this.claims.downgrade(key, token, grants);
		}
		announce(grants);
		return held;
	}

	/**
	 * Sends wake-ups, not under our lock, since the listener may send commands at once.
	 */
	private void announce(List<Grant> grants) {
		for (Grant grant : grants) {
			WakeUps listener;
			synchronized (this) {
				listener = this.listeners.get(Waiting.instanceOf(grant.token()));
			}
			if (listener != null) {
				listener.granted(grant.key(), grant.token(), grant.ticket(), grant.fence());
			}
		}
	}

	@Override
	public long epoch() {
		return 0;
	}

	/**
	 * Returns the number of keys in memory: those that are taken, and some that have
	 * expired.
	 * @return the number
	 */
	synchronized int size() {
		return this.entries.size() + this.claims.size();
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
		if (ttlMillis <= 0) {
			throw new IllegalArgumentException("The ttl must be above zero: " + ttlMillis + " ms");
		}
		return MonotonicClock.plus(this.clock.nanos(), TimeUnit.MILLISECONDS.toNanos(ttlMillis));
	}

	private Holder holder(Entry entry) {
		long left = entry.expiry() - this.clock.nanos();
		// Rounded up, so that a waiter that sleeps this long finds the key expired.
		return new Holder(entry.token(), (left - 1) / TimeUnit.MILLISECONDS.toNanos(1) + 1);
	}

}
