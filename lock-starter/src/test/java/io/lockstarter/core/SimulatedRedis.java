package io.lockstarter.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.lockstarter.core.SimulatedLock.Counter;
import io.lockstarter.core.SimulatedLock.Waiting;
import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.Turn;
import io.lockstarter.store.Wait;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/**
 * A model of a single Redis and our scripts in it: a lock with its queue, and the counter
 * of its fencing numbers, both with an expiry on the server's clock. That clock can be
 * put forward and back, and all of it can be forgotten.
 */
final class SimulatedRedis implements LockStore {

	/** How long a counter outlives its lock, as in the real store. */
	private static final long FENCE_MARGIN = TimeUnit.MINUTES.toMillis(10);

	final Map<String, SimulatedLock> locks = new HashMap<>();

	final Map<String, Counter> counters = new HashMap<>();

	private final Map<String, WakeUps> listeners = new HashMap<>();

	private final LongSupplier time;

	private final SimulationFlaw flaw;

	/** When a lock last expired, by the time of the world. */
	long expiredAt = Long.MIN_VALUE / 2;

	/** It is not the first day of all days. */
	private long offset = TimeUnit.DAYS.toNanos(1);

	SimulatedRedis(LongSupplier time, SimulationFlaw flaw) {
		this.time = time;
		this.flaw = flaw;
	}

	long now() {
		return this.time.getAsLong() + this.offset;
	}

	void jump(long nanos) {
		this.offset += nanos;
	}

	/** It starts anew without its data. */
	void forget() {
		this.locks.clear();
		this.counters.clear();
		// It takes a while to start: longer than numbers may be ahead of the time.
		jump(TimeUnit.MILLISECONDS.toNanos(5));
	}

	/** The token that has a key. */
	@Nullable String token(String key) {
		SimulatedLock lock = live(key);
		return (lock != null) ? lock.token() : null;
	}

	@Nullable SimulatedLock live(String key) {
		SimulatedLock lock = this.locks.get(key);
		if (lock != null && lock.expiry() <= now()) {
			this.locks.remove(key);
			this.expiredAt = this.time.getAsLong();
			return null;
		}
		return lock;
	}

	private void take(String key, String token, long ttlMillis, List<Waiting> queue) {
		long expiry = (this.flaw == SimulationFlaw.NO_EXPIRY) ? Long.MAX_VALUE : expiry(ttlMillis);
		this.locks.put(key, new SimulatedLock(token, expiry, queue));
	}

	private long expiry(long ttlMillis) {
		if (ttlMillis <= 0) {
			throw new IllegalArgumentException("The ttl must be above zero: " + ttlMillis + " ms");
		}
		return now() + TimeUnit.MILLISECONDS.toNanos(ttlMillis);
	}

	private void prolong(String key, SimulatedLock lock, long ttlMillis) {
		long expiry = expiry(ttlMillis);
		boolean shortens = this.flaw == SimulationFlaw.RENEWAL_SHORTENS;
		this.locks.put(key,
				new SimulatedLock(lock.token(), shortens ? expiry : Math.max(lock.expiry(), expiry), lock.queue()));
	}

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		if (live(key) != null) {
			return false;
		}
		take(key, token, ttlMillis, List.of());
		return true;
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable Wait wait) {
		SimulatedLock lock = live(key);
		if (lock == null) {
			take(key, token, ttlMillis, List.of());
			return Contention.WON;
		}
		if (lock.token().equals(token)) {
			prolong(key, lock, ttlMillis);
			return Contention.WON;
		}
		int rank = lock.rank(token);
		if (wait == null || (rank < 0 && wait.again())) {
			return new Contention(holder(lock));
		}
		this.locks.put(key, lock.with(new Waiting(token, wait)));
		return new Contention((rank < 0) ? new Holder(lock.token(), -1) : holder(lock), true);
	}

	@Override
	public long fence(String key, String token, long ttlMillis, int count) {
		SimulatedLock lock = live(key);
		if (lock == null || !lock.token().equals(token)) {
			return 0;
		}
		prolong(key, lock, ttlMillis);
		long micros = (this.flaw == SimulationFlaw.FENCE_BY_INCREMENT) ? 0 : TimeUnit.NANOSECONDS.toMicros(now());
		Counter counter = this.counters.get(key);
		long known = (counter != null && counter.expiry() > now()) ? counter.value() : 0;
		long last = Math.max(known, micros);
		long ahead = (last + count - micros) / 1000 + 1;
		this.counters.put(key, new Counter(last + count, expiry(Math.max(ttlMillis, ahead) + FENCE_MARGIN)));
		return last + 1;
	}

	@Override
	public ReleaseReply release(Release release) {
		String key = release.key();
		SimulatedLock lock = live(key);
		if (lock == null) {
			return ReleaseReply.NOT_MINE;
		}
		if (!lock.token().equals(release.token()) && this.flaw != SimulationFlaw.RELEASE_WITHOUT_COMPARING) {
			this.locks.put(key, lock.without(release.token()));
			return ReleaseReply.NOT_MINE;
		}
		if (release.keepMillis() > 0) {
			take(key, Release.TOMBSTONE, release.keepMillis(), lock.queue());
		}
		else {
			passOn(key, lock.queue());
		}
		return ReleaseReply.RELEASED;
	}

	@Override
	public Turn giveWay(String key, String token, long ttlMillis, String next, Wait wait) {
		SimulatedLock lock = live(key);
		if (lock == null || !lock.token().equals(token)) {
			return Turn.over(ReleaseReply.NOT_MINE);
		}
		if (lock.queue().isEmpty() && ttlMillis > 0) {
			prolong(key, lock, ttlMillis);
			return Turn.KEPT;
		}
		if (lock.queue().isEmpty()) {
			this.locks.remove(key);
			return Turn.over(ReleaseReply.RELEASED);
		}
		passOn(key, lock.with(new Waiting(next, wait)).queue());
		return new Turn(ReleaseReply.RELEASED, true);
	}

	/** Grants it to the first that is there. */
	private void passOn(String key, List<Waiting> queue) {
		for (int i = 0; i < queue.size(); i++) {
			Waiting first = queue.get(i);
			WakeUps listener = this.listeners.get(first.instance());
			if (listener != null || !first.how().hears()) {
				boolean forgotten = this.flaw == SimulationFlaw.QUEUE_IS_FORGOTTEN;
				take(key, first.token(), first.how().grantMillis(),
						forgotten ? List.of() : List.copyOf(queue.subList(i + 1, queue.size())));
				if (listener != null) {
					listener.granted(key, first.token());
				}
				return;
			}
		}
		this.locks.remove(key);
	}

	@Override
	public Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		this.listeners.put(instance, wakeUps);
		executor.execute(wakeUps::listening);
		return () -> this.listeners.remove(instance, wakeUps);
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return batch.stream().map(this::release).toList();
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return batch.stream().map(this::renew).toList();
	}

	private RenewReply renew(Renewal renewal) {
		String key = renewal.lease().key();
		SimulatedLock lock = live(key);
		boolean anybodys = this.flaw == SimulationFlaw.RENEWAL_WITHOUT_COMPARING;
		if (lock == null || (!lock.token().equals(renewal.lease().token()) && !anybodys)) {
			return RenewReply.NOT_MINE;
		}
		prolong(key, lock, renewal.ttlMillis());
		return RenewReply.RENEWED;
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return Optional.ofNullable(live(key)).map(this::holder);
	}

	@Override
	public long epoch() {
		return 0;
	}

	private Holder holder(SimulatedLock lock) {
		// Rounded up: whoever sleeps this long finds it expired.
		return new Holder(lock.token(), (lock.expiry() - now() - 1) / TimeUnit.MILLISECONDS.toNanos(1) + 1);
	}

}
