package io.lockstarter.test;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

import io.lockstarter.LockType;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.KeyPage;
import io.lockstarter.store.LockState;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Refresh;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/** Keeps the locks of a test in memory, and fails if the test asks for it. */
final class InMemoryTestStore implements LockStore {

	private final InMemoryLockStore store;

	private final ServerFaults faults;

	InMemoryTestStore(InMemoryLockStore store, ServerFaults faults) {
		this.store = store;
		this.faults = faults;
	}

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		return this.faults.send(() -> this.store.acquire(key, token, ttlMillis));
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		return this.faults.send(() -> this.store.contend(key, token, ttlMillis, wait));
	}

	@Override
	public long acquireFenced(String key, String token, long ttlMillis, int count) {
		return this.faults.send(() -> this.store.acquireFenced(key, token, ttlMillis, count));
	}

	@Override
	public long fence(String key, String token, long ttlMillis, int count) {
		return this.faults.send(() -> this.store.fence(key, token, ttlMillis, count));
	}

	@Override
	public ReleaseReply release(Release entry) {
		return this.faults.send(() -> this.store.release(entry));
	}

	@Override
	public GiveWayReply giveWay(String key, String token, long ttlMillis, String next, QueueRequest wait) {
		return this.faults.send(() -> this.store.giveWay(key, token, ttlMillis, next, wait));
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return this.faults.send(() -> this.store.releaseAll(batch));
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return this.faults.send(() -> this.store.renew(batch));
	}

	@Override
	public List<@Nullable Contention> refresh(List<Refresh> batch) {
		return this.faults.send(() -> this.store.refresh(batch));
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return this.faults.send(() -> this.store.inspect(key));
	}

	@Override
	public Optional<LockState> describe(String key) {
		return this.faults.send(() -> this.store.describe(key));
	}

	@Override
	public long forceRelease(String key, String token) {
		return this.faults.send(() -> this.store.forceRelease(key, token));
	}

	@Override
	public KeyPage scan(String prefix, @Nullable String cursor, int count) {
		return this.faults.send(() -> this.store.scan(prefix, cursor, count));
	}

	@Override
	public boolean downgrade(String key, String token) {
		return this.faults.send(() -> this.store.downgrade(key, token));
	}

	@Override
	public boolean supports(LockType type) {
		return this.store.supports(type);
	}

	@Override
	public Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		return this.store.listen(instance, wakeUps, executor);
	}

	@Override
	public long epoch() {
		return this.store.epoch();
	}

}
