package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.Contention;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.WorkerLockStore;
import io.lockstarter.testsupport.TestTimeouts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Tests a store with an asynchronous form. The drivers choose which form they use. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AsyncStoreTests {

	/** More than there are workers. */
	private static final int MANY = 100;

	private final Server server = new Server();

	private final TestInstance instance = new TestInstance(this.server);

	@AfterEach
	void close() {
		this.instance.close();
	}

	@Test
	void waitingForRepliesNeedsNoThread() {
		this.server.silent = true;
		List<CompletableFuture<LockHandle>> results = new ArrayList<>();
		for (int i = 0; i < MANY; i++) {
			results.add(this.instance.locks().acquireAsync(LockRequest.of("k" + i).withWaitTime(LockRequest.FOREVER)));
		}
		await().until(() -> this.server.unanswered.size() == MANY);
		assertThat(results).noneMatch(CompletableFuture::isDone);
		this.server.silent = false;
		this.server.unanswered.forEach(Runnable::run);
		assertThat(results).allSatisfy((result) -> assertThat(result).succeedsWithin(TestTimeouts.LIMIT)
			.satisfies((handle) -> assertThat(handle.isHeld()).isTrue()));
	}

	@Test
	void failureOfAStageFailsTheRequest() {
		this.server.failure = new StoreException(Outcome.REFUSED, "no", null);
		CompletableFuture<LockHandle> result = this.instance.locks().acquireAsync(LockRequest.of("k"));
		assertThatThrownBy(() -> result.get(TestTimeouts.LIMIT.toSeconds(), TimeUnit.SECONDS))
			.hasCauseInstanceOf(LockServerException.class);
		assertThat(this.instance.entries()).isZero();
	}

	@Test
	void exceptionInsteadOfAStageDoesNotBlockTheKey() {
		this.server.error = new OutOfMemoryError("no buffer");
		CompletableFuture<LockHandle> result = this.instance.locks()
			.acquireAsync(LockRequest.of("k").withWaitTime(LockRequest.FOREVER));
		// By the error, and not by a time-out that could come before the attempt ends.
		assertThat(result).failsWithin(TestTimeouts.LIMIT);
		this.server.error = null;
		assertThat(this.instance.locks().tryAcquire("k")).isPresent();
	}

	/** A lane must not wait for a command that has no worker yet. */
	@Test
	void requestThatTimedOutBehindSlowCommandsDoesNotBlockItsKey() {
		this.server.blocking = true;
		try {
			for (int i = 0; i < MANY; i++) {
				var unused = this.instance.locks().acquireAsync(LockRequest.of("slow" + i));
			}
			CompletableFuture<LockHandle> late = this.instance.locks()
				.acquireAsync(LockRequest.of("k").withWaitTime(Duration.ofMillis(100)));
			assertThat(late).failsWithin(TestTimeouts.LIMIT);
			assertThat(this.instance.locks().tryAcquire("k")).isPresent();
		}
		finally {
			this.server.slow.countDown();
		}
	}

	@Test
	void failureBeforeTheSendDoesNotBlockTheKey() {
		this.server.outside = new IllegalStateException("no context");
		assertThatThrownBy(() -> this.instance.locks().acquire(LockRequest.of("k")))
			.isInstanceOf(LockServerException.class);
		this.server.blocking = true;
		assertThat(this.instance.locks().acquireAsync(LockRequest.of("k"))).failsWithin(TestTimeouts.LIMIT);
		this.server.outside = null;
		assertThat(this.instance.locks().tryAcquire("k")).isPresent();
	}

	/** A store that breaks its contract must not grant a lock. */
	@Test
	void nullReplyGrantsNoLock() {
		this.server.nothing = true;
		LockRequest request = LockRequest.of("k").withWaitTime(Duration.ofMillis(200));
		assertThatThrownBy(() -> this.instance.locks().acquire(request)).isInstanceOf(LockException.class);
		assertThat(this.instance.locks().acquireAsync(request)).failsWithin(TestTimeouts.LIMIT);
	}

	@Test
	void blockingCallerSendsOnItsOwnThread() {
		this.instance.locks().acquire("k").close();
		assertThat(this.server.threads).containsOnly(Thread.currentThread());
	}

	private static final class Server extends FaultyStore {

		private final List<Runnable> unanswered = new CopyOnWriteArrayList<>();

		private final List<Thread> threads = new CopyOnWriteArrayList<>();

		private final CountDownLatch slow = new CountDownLatch(1);

		private volatile boolean silent;

		/** Only the blocking form works. */
		private volatile boolean blocking;

		private volatile @Nullable RuntimeException outside;

		private volatile boolean nothing;

		private volatile @Nullable StoreException failure;

		private volatile @Nullable Error error;

		Server() {
			super(new InMemoryLockStore(MonotonicClock.system()));
		}

		@Override
		public void within(long nanos, Runnable commands) {
			RuntimeException thrown = this.outside;
			if (thrown != null) {
				throw thrown;
			}
			super.within(nanos, commands);
		}

		@Override
		public boolean acquire(String key, String token, long ttlMillis) {
			if (key.startsWith("slow")) {
				awaitEnd();
			}
			this.threads.add(Thread.currentThread());
			return !this.nothing && super.acquire(key, token, ttlMillis);
		}

		@Override
		@SuppressWarnings("NullAway")
		public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
			return this.nothing ? null : super.contend(key, token, ttlMillis, wait);
		}

		private void awaitEnd() {
			try {
				this.slow.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public AsyncLockStore async(Executor workers) {
			return new WorkerLockStore(this, workers) {

				@Override
				public boolean isReady() {
					return !Server.this.blocking;
				}

				@Override
				public AsyncLockStore within(long nanos) {
					return this;
				}

				@Override
				public CompletionStage<Boolean> acquire(String key, String token, long ttlMillis) {
					if (Server.this.blocking) {
						return super.acquire(key, token, ttlMillis);
					}
					Error thrown = Server.this.error;
					if (thrown != null) {
						throw thrown;
					}
					StoreException failed = Server.this.failure;
					CompletableFuture<Boolean> reply = new CompletableFuture<>();
					if (failed != null) {
						reply.completeExceptionally(failed);
					}
					else if (Server.this.silent) {
						Server.this.unanswered.add(() -> reply.complete(Server.this.acquire(key, token, ttlMillis)));
					}
					else {
						reply.complete(Server.this.acquire(key, token, ttlMillis));
					}
					return reply;
				}

			};
		}

	}

}
