package io.lockstarter.aop;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/** Passes all commands to another store. */
class DelegatingStore implements LockStore {

	private final LockStore store;

	DelegatingStore(LockStore store) {
		this.store = store;
	}

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		return this.store.acquire(key, token, ttlMillis);
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		return this.store.contend(key, token, ttlMillis, wait);
	}

	@Override
	public long fence(String key, String token, long ttlMillis, int count) {
		return this.store.fence(key, token, ttlMillis, count);
	}

	@Override
	public ReleaseReply release(Release entry) {
		return this.store.release(entry);
	}

	@Override
	public GiveWayReply giveWay(String key, String token, long ttlMillis, String next, QueueRequest wait) {
		return this.store.giveWay(key, token, ttlMillis, next, wait);
	}

	@Override
	public Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		return this.store.listen(instance, wakeUps, executor);
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return this.store.releaseAll(batch);
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return this.store.renew(batch);
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return this.store.inspect(key);
	}

	@Override
	public long epoch() {
		return this.store.epoch();
	}

}
