package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;

/** Wraps a store, counts its commands, and fails on request. */
class FaultyStore implements LockStore {

	private final LockStore store;

	final List<Integer> renewalBatches = new ArrayList<>();

	int acquires;

	int releases;

	/** The server does not reply, and nothing is applied. */
	boolean down;

	/** The command is applied and its reply is lost. */
	boolean repliesLost;

	FaultyStore(LockStore store) {
		this.store = store;
	}

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		this.acquires++;
		return send(() -> this.store.acquire(key, token, ttlMillis));
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		this.acquires++;
		return send(() -> this.store.contend(key, token, ttlMillis, wait));
	}

	@Override
	public long acquireFenced(String key, String token, long ttlMillis, int count) {
		this.acquires++;
		return send(() -> this.store.acquireFenced(key, token, ttlMillis, count));
	}

	@Override
	public long fence(String key, String token, long ttlMillis, int count) {
		return send(() -> this.store.fence(key, token, ttlMillis, count));
	}

	@Override
	public ReleaseReply release(Release entry) {
		this.releases++;
		return send(() -> this.store.release(entry));
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		this.releases++;
		return send(() -> this.store.releaseAll(batch));
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		this.renewalBatches.add(batch.size());
		return send(() -> this.store.renew(batch));
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return this.store.inspect(key);
	}

	@Override
	public long epoch() {
		return 0;
	}

	private <T> T send(Supplier<T> command) {
		if (this.down) {
			throw new StoreException(Outcome.NOT_APPLIED, "down", null);
		}
		T reply = command.get();
		if (this.repliesLost) {
			throw new StoreException(Outcome.UNKNOWN, "reply lost", null);
		}
		return reply;
	}

}
