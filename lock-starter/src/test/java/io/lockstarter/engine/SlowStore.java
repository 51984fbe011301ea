package io.lockstarter.engine;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.WakeUps;
import io.lockstarter.testsupport.VirtualTime;
import org.jspecify.annotations.Nullable;

/**
 * Sends asynchronous commands in virtual time. They take a random time, and some are
 * lost, before or after they are applied. Blocking commands are applied at once.
 */
final class SlowStore implements LockStore {

	private static final long TIMEOUT = TimeUnit.MILLISECONDS.toNanos(300);

	private final LockStore store;

	private final VirtualTime time;

	private final Random random;

	private final double faultRate;

	int faults;

	SlowStore(LockStore store, VirtualTime time, Random random, double faultRate) {
		this.store = store;
		this.time = time;
		this.random = random;
		this.faultRate = faultRate;
	}

	@Override
	public AsyncLockStore async(Executor workers) {
		return new Async();
	}

	private <T> CompletionStage<T> send(Supplier<T> command) {
		CompletableFuture<T> reply = new CompletableFuture<>();
		boolean faulty = this.random.nextDouble() < this.faultRate;
		boolean lost = faulty && this.random.nextBoolean();
		long late = (faulty && this.random.nextInt(3) == 0) ? 2 * TIMEOUT : 0;
		if (faulty) {
			this.faults++;
			this.time.at(this.time.nanos() + TIMEOUT,
					() -> reply.completeExceptionally(new StoreException(Outcome.UNKNOWN, "no reply", null)));
		}
		if (!lost) {
			this.time.at(this.time.nanos() + late + delay(), () -> {
				T answer = command.get();
				if (!faulty) {
					this.time.at(this.time.nanos() + delay(), () -> reply.complete(answer));
				}
			});
		}
		return reply;
	}

	private long delay() {
		return this.random.nextInt(3_000_000);
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
		return 0;
	}

	/** The commands that take time. */
	private final class Async implements AsyncLockStore {

		@Override
		public CompletionStage<Boolean> acquire(String key, String token, long ttlMillis) {
			return send(() -> SlowStore.this.store.acquire(key, token, ttlMillis));
		}

		@Override
		public CompletionStage<Contention> contend(String key, String token, long ttlMillis,
				@Nullable QueueRequest wait) {
			return send(() -> SlowStore.this.store.contend(key, token, ttlMillis, wait));
		}

		@Override
		public CompletionStage<Long> acquireFenced(String key, String token, long ttlMillis, int count) {
			return send(() -> SlowStore.this.store.acquireFenced(key, token, ttlMillis, count));
		}

		@Override
		public CompletionStage<Long> fence(String key, String token, long ttlMillis, int count) {
			return send(() -> SlowStore.this.store.fence(key, token, ttlMillis, count));
		}

		@Override
		public CompletionStage<ReleaseReply> release(Release entry) {
			return send(() -> SlowStore.this.store.release(entry));
		}

		@Override
		public CompletionStage<GiveWayReply> giveWay(String key, String token, long ttlMillis, String next,
				QueueRequest wait) {
			return send(() -> SlowStore.this.store.giveWay(key, token, ttlMillis, next, wait));
		}

		@Override
		public CompletionStage<List<ReleaseReply>> releaseAll(List<Release> batch) {
			return send(() -> SlowStore.this.store.releaseAll(batch));
		}

		@Override
		public CompletionStage<List<RenewReply>> renew(List<Renewal> batch) {
			return send(() -> SlowStore.this.store.renew(batch));
		}

		@Override
		public CompletionStage<Optional<Holder>> inspect(String key) {
			return send(() -> SlowStore.this.store.inspect(key));
		}

	}

}
