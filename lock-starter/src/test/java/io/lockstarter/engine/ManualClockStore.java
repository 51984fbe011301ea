package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import org.jspecify.annotations.Nullable;

/** A lock server in a map, on a clock that the test advances. */
class ManualClockStore implements LockStore, MonotonicClock {

	final AtomicLong time = new AtomicLong(1);

	final AtomicLong epoch = new AtomicLong();

	final List<Release> releases = new ArrayList<>();

	int acquires;

	private final Map<String, Entry> keys = new HashMap<>();

	@Override
	public long nanos() {
		return this.time.get();
	}

	void pass(long millis) {
		this.time.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
	}

	synchronized Optional<String> value(String key) {
		return Optional.ofNullable(live(key)).map(Entry::token);
	}

	synchronized void put(String key, String token, long ttlMillis) {
		this.keys.put(key, new Entry(token, nanos() + TimeUnit.MILLISECONDS.toNanos(ttlMillis)));
	}

	@Override
	public synchronized boolean acquire(String key, String token, long ttlMillis) {
		this.acquires++;
		if (live(key) != null) {
			return false;
		}
		put(key, token, ttlMillis);
		return true;
	}

	@Override
	public synchronized Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		Entry entry = live(key);
		if (entry != null && !entry.token().equals(token)) {
			return new Contention(new Holder(entry.token(), TimeUnit.NANOSECONDS.toMillis(entry.until() - nanos())));
		}
		if (entry == null || entry.until() < nanos() + TimeUnit.MILLISECONDS.toNanos(ttlMillis)) {
			put(key, token, ttlMillis);
		}
		return Contention.WON;
	}

	@Override
	public synchronized ReleaseReply release(Release release) {
		this.releases.add(release);
		Entry entry = live(release.key());
		if (entry == null || !entry.token().equals(release.token())) {
			return ReleaseReply.NOT_MINE;
		}
		if (release.keepMillis() > 0) {
			put(release.key(), Release.TOMBSTONE, release.keepMillis());
		}
		else {
			this.keys.remove(release.key());
		}
		return ReleaseReply.RELEASED;
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return batch.stream().map(this::release).toList();
	}

	@Override
	public synchronized List<RenewReply> renew(List<Renewal> batch) {
		return batch.stream().map((renewal) -> {
			Entry entry = live(renewal.lease().key());
			if (entry == null || !entry.token().equals(renewal.lease().token())) {
				return RenewReply.NOT_MINE;
			}
			long until = nanos() + TimeUnit.MILLISECONDS.toNanos(renewal.ttlMillis());
			this.keys.put(renewal.lease().key(), new Entry(entry.token(), Math.max(until, entry.until())));
			return RenewReply.RENEWED;
		}).toList();
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return value(key).map((token) -> new Holder(token, 1));
	}

	@Override
	public long epoch() {
		return this.epoch.get();
	}

	private @Nullable Entry live(String key) {
		Entry entry = this.keys.get(key);
		return (entry != null && entry.until() > nanos()) ? entry : null;
	}

	record Entry(String token, long until) {
	}

}
