package io.lockstarter.benchmarks.local;

import java.util.Collections;
import java.util.List;
import java.util.Optional;

import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import org.jspecify.annotations.Nullable;

/** Confirms every command at once, so that only the code of the library is measured. */
final class NoLockStore implements LockStore {

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		return true;
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		return Contention.WON;
	}

	@Override
	public ReleaseReply release(Release entry) {
		return ReleaseReply.RELEASED;
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return Collections.nCopies(batch.size(), ReleaseReply.RELEASED);
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return Collections.nCopies(batch.size(), RenewReply.RENEWED);
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return Optional.empty();
	}

	@Override
	public long epoch() {
		return 0;
	}

}
