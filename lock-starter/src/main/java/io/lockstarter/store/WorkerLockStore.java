package io.lockstarter.store;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** Runs the commands of a blocking store on workers. Each command blocks one worker. */
public class WorkerLockStore implements AsyncLockStore {

	private static final long UNBOUNDED = -1;

	private final LockStore store;

	private final Executor workers;

	private final long nanos;

	public WorkerLockStore(LockStore store, Executor workers) {
		this(store, workers, UNBOUNDED);
	}

	private WorkerLockStore(LockStore store, Executor workers, long nanos) {
		this.store = store;
		this.workers = workers;
		this.nanos = nanos;
	}

	@Override
	public boolean isReady() {
		return false;
	}

	@Override
	public AsyncLockStore within(long limit) {
		return new WorkerLockStore(this.store, this.workers, Math.max(0, limit));
	}

	private <T> CompletionStage<T> submit(Supplier<T> command) {
		CompletableFuture<T> reply = new CompletableFuture<>();
		Runnable task = () -> {
			try {
				reply.complete(command.get());
			}
			catch (Throwable ex) {
				reply.completeExceptionally(ex);
			}
		};
		try {
			this.workers.execute((this.nanos == UNBOUNDED) ? task : () -> within(task, reply));
		}
		catch (Throwable ex) {
			reply.completeExceptionally(new StoreException(StoreException.Outcome.NOT_APPLIED,
					"no thread could be started to send the command; nothing was sent", ex));
		}
		return reply;
	}

	private void within(Runnable task, CompletableFuture<?> reply) {
		try {
			this.store.within(this.nanos, task);
		}
		catch (Throwable ex) { // has no effect if the command has run
			reply.completeExceptionally(ex);
		}
	}

	@Override
	public CompletionStage<Boolean> acquire(String key, String token, long ttlMillis) {
		return submit(() -> this.store.acquire(key, token, ttlMillis));
	}

	@Override
	public CompletionStage<Contention> contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		return submit(() -> this.store.contend(key, token, ttlMillis, wait));
	}

	@Override
	public CompletionStage<Long> acquireFenced(String key, String token, long ttlMillis, int count) {
		return submit(() -> this.store.acquireFenced(key, token, ttlMillis, count));
	}

	@Override
	public CompletionStage<Long> fence(String key, String token, long ttlMillis, int count) {
		return submit(() -> this.store.fence(key, token, ttlMillis, count));
	}

	@Override
	public CompletionStage<ReleaseReply> release(Release entry) {
		return submit(() -> this.store.release(entry));
	}

	@Override
	public CompletionStage<GiveWayReply> giveWay(String key, String token, long ttlMillis, String next,
			QueueRequest wait) {
		return submit(() -> this.store.giveWay(key, token, ttlMillis, next, wait));
	}

	@Override
	public CompletionStage<List<ReleaseReply>> releaseAll(List<Release> batch) {
		return submit(() -> this.store.releaseAll(batch));
	}

	@Override
	public CompletionStage<List<RenewReply>> renew(List<Renewal> batch) {
		return submit(() -> this.store.renew(batch));
	}

	@Override
	public CompletionStage<Optional<Holder>> inspect(String key) {
		return submit(() -> this.store.inspect(key));
	}

}
