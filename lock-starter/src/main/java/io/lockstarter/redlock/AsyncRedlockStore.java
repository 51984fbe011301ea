package io.lockstarter.redlock;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.MonotonicTimer;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands of Redlock without blocking a thread.
 *
 * @param commands the commands
 * @param timer runs their time-outs
 */
record AsyncRedlockStore(RedlockCommands commands, MonotonicTimer timer) implements AsyncLockStore {

	@Override
	public CompletionStage<Boolean> acquire(String key, String token, long ttlMillis) {
		return this.commands.acquire(key, token, ttlMillis, this.timer);
	}

	@Override
	public CompletionStage<Contention> contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		return this.commands.contend(key, token, ttlMillis, wait != null, this.timer);
	}

	@Override
	public CompletionStage<Long> acquireFenced(String key, String token, long ttlMillis, int count) {
		return this.commands.acquireFenced(key, token, ttlMillis, count, this.timer);
	}

	@Override
	public CompletionStage<Long> fence(String key, String token, long ttlMillis, int count) {
		return this.commands.fence(key, token, ttlMillis, count, this.timer);
	}

	@Override
	public CompletionStage<ReleaseReply> release(Release entry) {
		return this.commands.release(entry, this.timer);
	}

	@Override
	public CompletionStage<GiveWayReply> giveWay(String key, String token, long ttlMillis, String next,
			QueueRequest wait) {
		return release(new Release(key, token, 0)).thenApply(GiveWayReply::over);
	}

	@Override
	public CompletionStage<List<ReleaseReply>> releaseAll(List<Release> batch) {
		return this.commands.releaseAll(batch, this.timer);
	}

	@Override
	public CompletionStage<List<RenewReply>> renew(List<Renewal> batch) {
		return this.commands.renew(batch, this.timer);
	}

	@Override
	public CompletionStage<Optional<Holder>> inspect(String key) {
		return this.commands.inspect(key, this.timer);
	}

}
