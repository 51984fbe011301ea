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
import java.util.function.Function;
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

	private final Map<String, WakeUps> listeners = new HashMap<>();

	private final InstantSource wallClock;

	private final MemoryLocks locks;

	private final MemoryClaims claims;

	private long lastFence;

	public InMemoryLockStore() {
		this(MonotonicClock.system());
	}

	public InMemoryLockStore(MonotonicClock clock) {
		this(clock, InstantSource.system());
	}

	InMemoryLockStore(MonotonicClock clock, InstantSource wallClock) {
		this.wallClock = wallClock;
		this.locks = new MemoryLocks(clock, this.listeners::containsKey);
		this.claims = new MemoryClaims(clock, this::nextFence);
	}

	@Override
	public synchronized boolean acquire(String key, String token, long ttlMillis) {
		return this.claims.typeInUse(key) == null && this.locks.acquire(key, token, ttlMillis);
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		return announcing((grants) -> {
			if (Claim.isIn(token)) {
				return this.locks.isTaken(key) ? Contention.conflict(LockType.EXCLUSIVE)
						: this.claims.acquire(key, token, ttlMillis, wait, grants);
			}
			LockType used = this.locks.isTaken(key) ? null : this.claims.typeInUse(key);
			return (used != null) ? Contention.conflict(used) : this.locks.contend(key, token, ttlMillis, wait);
		});
	}

	@Override
	public synchronized long fence(String key, String token, long ttlMillis, int count) {
		return renew(key, token, ttlMillis) ? nextFence(count) : 0;
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
		return announcing((grants) -> release(release, grants)) ? ReleaseReply.RELEASED : ReleaseReply.NOT_MINE;
	}

	private boolean release(Release release, List<Grant> grants) {
		return Claim.isIn(release.token()) ? this.claims.release(release, grants) : this.locks.release(release, grants);
	}

	@Override
	public GiveWayReply giveWay(String key, String token, long ttlMillis, String next, QueueRequest wait) {
		return announcing((grants) -> this.locks.giveWay(key, token, ttlMillis, next, wait, grants));
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

	@Override
	public long forceRelease(String key, String token) {
		List<Grant> grants = new ArrayList<>();
		WakeUps revoked;
		long fence;
		synchronized (this) {
			if (!(Claim.isIn(token) ? this.claims.holds(key, token) : this.locks.holds(key, token))) {
				return -1;
			}
			// Raises the fencing number, unless none was ever given.
			fence = (this.lastFence > 0) ? ++this.lastFence : 0;
			revoked = this.listeners.get(Waiting.instanceOf(token));
			release(new Release(key, token, 0), grants);
		}
		if (revoked != null) {
			revoked.revoked(key, token);
		}
		announce(grants);
		return fence;
	}

	@Override
	public synchronized KeyPage scan(String prefix, @Nullable String cursor, int count) {
		List<String> keys = Stream.concat(this.locks.keys().stream(), this.claims.keys().stream())
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
		return batch.stream()
			.map((renewal) -> renew(renewal.lease().key(), renewal.lease().token(), renewal.ttlMillis())
					? RenewReply.RENEWED : RenewReply.NOT_MINE)
			.toList();
	}

	private synchronized boolean renew(String key, String token, long ttlMillis) {
		return Claim.isIn(token) ? this.claims.renew(key, token, ttlMillis) : this.locks.renew(key, token, ttlMillis);
	}

	@Override
	public synchronized Optional<Holder> inspect(String key) {
		return this.locks.inspect(key);
	}

	@Override
	public synchronized Optional<LockState> describe(String key) {
		return this.locks.describe(key).or(() -> this.claims.describe(key));
	}

	@Override
	public boolean supports(LockType type) {
		return true;
	}

	@Override
	public boolean downgrade(String key, String token) {
		return announcing((grants) -> this.claims.downgrade(key, token, grants));
	}

	/**
	 * Runs a command under our lock, and then sends its wake-ups. A listener may send
	 * commands at once, so it is not called under our lock.
	 */
	private <T> T announcing(Function<List<Grant>, T> command) {
		List<Grant> grants = new ArrayList<>();
		T reply;
		synchronized (this) {
			reply = command.apply(grants);
		}
		announce(grants);
		return reply;
	}

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
		return this.locks.size() + this.claims.size();
	}

}
