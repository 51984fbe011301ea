package io.lockstarter.aop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.OnLost;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.WorkerLockStore;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/** Stages release their locks while the lock server does not answer. */
class SilentServerTests {

	private static final int STAGES = 60;

	@Test
	void everyReleaseIsSentAtOnce() {
		LockedContexts.with(Server.class, Stages.class).run((context) -> {
			Server server = context.getBean(Server.class);
			Stages stages = context.getBean(Stages.class);
			List<CompletableFuture<String>> results = new ArrayList<>();
			for (int i = 0; i < STAGES; i++) {
				results.add(stages.run(i));
			}
			stages.awaitStart();
			server.silent = true;
			stages.complete();
			Awaitility.await().until(() -> server.sent.get() == STAGES);
			assertThat(results).noneMatch(CompletableFuture::isDone);
			server.answer();
			CompletableFuture<?> all = CompletableFuture.allOf(results.toArray(new CompletableFuture<?>[0]));
			assertThat(all).succeedsWithin(20, TimeUnit.SECONDS);
		});
	}

	@Test
	void lossWithInterruptDoesNotWaitForReleases() {
		LockedContexts.with(Server.class, Stages.class).run((context) -> {
			Server server = context.getBean(Server.class);
			Stages stages = context.getBean(Stages.class);
			CompletableFuture<String> interrupting = stages.interrupting();
			for (int i = 0; i < STAGES; i++) {
				assertThat(stages.run(i)).isNotDone();
			}
			stages.awaitStart();
			String token = stages.tokenOfInterrupting();
			server.silent = true;
			stages.complete();
			Awaitility.await().until(() -> server.sent.get() > 0);
			// This simulates a command of another process.
			server.memory.release(new Release("interrupting", token, 0));
			assertThat(interrupting).failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(LockLostException.class);
			server.answer();
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class Server {

		final AtomicInteger sent = new AtomicInteger();

		final InMemoryLockStore memory = new InMemoryLockStore();

		private final CountDownLatch answers = new CountDownLatch(1);

		private final List<Runnable> replies = new ArrayList<>();

		volatile boolean silent;

		void answer() {
			this.silent = false;
			this.answers.countDown();
			synchronized (this.replies) {
				this.replies.forEach(Runnable::run);
			}
		}

		@Bean
		LockStore lockStore() {
			return new DelegatingStore(this.memory) {

				@Override
				public ReleaseReply release(Release entry) {
					if (Server.this.silent) {
						Server.this.sent.incrementAndGet();
						try {
							Server.this.answers.await();
						}
						catch (InterruptedException ex) {
							throw new IllegalStateException(ex);
						}
					}
					return super.release(entry);
				}

				@Override
				public AsyncLockStore async(Executor workers) {
					return new WorkerLockStore(this, workers) {

						@Override
						public CompletionStage<ReleaseReply> release(Release entry) {
							return Server.this.silent ? later(entry) : super.release(entry);
						}

					};
				}

				private CompletionStage<ReleaseReply> later(Release entry) {
					CompletableFuture<ReleaseReply> reply = new CompletableFuture<>();
					synchronized (Server.this.replies) {
						Server.this.replies.add(() -> reply.complete(super.release(entry)));
					}
					Server.this.sent.incrementAndGet();
					return reply;
				}

			};
		}

	}

	static class Stages {

		private final Map<Integer, CompletableFuture<String>> own = new ConcurrentHashMap<>();

		private volatile @Nullable LockHandle interrupting;

		@DistributedLock(key = "stage:#<id>", ttl = "1m")
		public CompletableFuture<String> run(int id) {
			return this.own.computeIfAbsent(id, (absent) -> new CompletableFuture<>());
		}

		@DistributedLock(key = "interrupting", ttl = "3s", onLost = OnLost.INTERRUPT)
		public CompletableFuture<String> interrupting() {
			this.interrupting = LockHandle.current();
			return new CompletableFuture<>();
		}

		/** Waits until all methods have started. */
		void awaitStart() {
			Awaitility.await().until(() -> this.own.size() == STAGES);
		}

		String tokenOfInterrupting() {
			Awaitility.await().until(() -> this.interrupting != null);
			return Objects.requireNonNull(this.interrupting).token();
		}

		void complete() {
			this.own.values().forEach((stage) -> stage.complete("done"));
		}

	}

}
