package io.lockstarter.aop;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockRequestCustomizer;
import io.lockstarter.LockService;
import io.lockstarter.OnBusy;
import io.lockstarter.autoconfigure.ReactiveLockAutoConfiguration;
import io.lockstarter.engine.LockObserver;
import io.lockstarter.reactive.ReactiveLockService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A call that is skipped, and {@code tryAcquire}, wait for a busy lock only if a wait
 * time is set for this lock. The wait time of all locks has no limit here, so that a call
 * that used it would never end.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings({ "LockNotBeforeTry", "NullAway" })
class TryWaitTimeTests {

	private static final LockRequest REQUEST = LockRequest.of("k").withName("named");

	private static final LockRequest OTHER = LockRequest.of("j").withName("named");

	private final ApplicationContextRunner runner = LockedContexts.with(Jobs.class)
		.withConfiguration(AutoConfigurations.of(ReactiveLockAutoConfiguration.class))
		.withBean(Waits.class)
		.withPropertyValues("distributed-lock.wait-time=forever");

	private final ApplicationContextRunner withProperty = this.runner
		.withPropertyValues("distributed-lock.locks.k.wait-time=1h", "distributed-lock.locks.named.wait-time=1h");

	private final ApplicationContextRunner withCustomizer = this.runner.withBean(LockRequestCustomizer.class,
			() -> (request) -> request.withWaitTime(Duration.ofHours(1)));

	@Test
	void skippedCallDoesNotWait() {
		this.runner.run((context) -> {
			Jobs jobs = context.getBean(Jobs.class);
			LockedContexts.holdElsewhere(context, "k");
			assertThat(jobs.skipped()).isEmpty();
			assertThat(jobs.skippedLater().join()).isNull();
			assertThat(jobs.skippedReactive().blockOptional()).isEmpty();
			assertThat(context.getBean(Waits.class).count).hasValue(0);
		});
	}

	@Test
	void skippedCallWaitsIfItsLockHasAWaitTime() {
		this.runner.run((context) -> assertThatItWaits(context, context.getBean(Jobs.class)::skippedAfterAWait));
		this.withProperty.run((context) -> assertThatItWaits(context, context.getBean(Jobs.class)::skipped));
		this.withCustomizer.run((context) -> assertThatItWaits(context, context.getBean(Jobs.class)::skipped));
	}

	@Test
	void callWithAFallbackMethodWaits() {
		this.runner.run((context) -> assertThatItWaits(context, context.getBean(Jobs.class)::withFallback));
	}

	@Test
	void tryAcquireDoesNotWait() {
		this.runner.run((context) -> {
			LockService locks = context.getBean(LockService.class);
			ReactiveLockService reactive = context.getBean(ReactiveLockService.class);
			LockedContexts.holdElsewhere(context, "k");
			assertThat(locks.tryAcquire("k")).isEmpty();
			assertThat(locks.tryAcquire(REQUEST)).isEmpty();
			assertThat(locks.tryAcquire(List.of(OTHER, REQUEST))).isEmpty();
			assertThat(locks.tryAcquire(List.of(REQUEST))).isEmpty();
			assertThat(reactive.tryAcquire(REQUEST).blockOptional()).isEmpty();
			assertThat(context.getBean(Waits.class).count).hasValue(0);
		});
	}

	@Test
	void tryAcquireWaitsIfItsLockHasAWaitTime() {
		LockRequest waiting = REQUEST.withWaitTime(Duration.ofHours(1));
		this.runner.run((context) -> {
			LockService locks = context.getBean(LockService.class);
			ReactiveLockService reactive = context.getBean(ReactiveLockService.class);
			assertThatItWaits(context, () -> released(locks.tryAcquire(waiting)));
			assertThatItWaits(context, () -> released(locks.tryAcquire(List.of(OTHER, waiting))));
			assertThatItWaits(context, () -> released(reactive.tryAcquire(waiting).blockOptional()));
		});
		for (ApplicationContextRunner each : List.of(this.withProperty, this.withCustomizer)) {
			each.run((context) -> {
				LockService locks = context.getBean(LockService.class);
				ReactiveLockService reactive = context.getBean(ReactiveLockService.class);
				assertThatItWaits(context, () -> released(locks.tryAcquire(REQUEST)));
				assertThatItWaits(context, () -> released(locks.tryAcquire(List.of(OTHER, REQUEST))));
				assertThatItWaits(context, () -> released(reactive.tryAcquire(REQUEST).blockOptional()));
			});
		}
	}

	@Test
	void tryAcquireOfAKeyNeverWaits() {
		this.withCustomizer.run((context) -> {
			LockService locks = context.getBean(LockService.class);
			LockedContexts.holdElsewhere(context, "k");
			assertThat(locks.tryAcquire("k")).isEmpty();
			assertThat(locks.asLock("k").tryLock()).isFalse();
		});
	}

	/** Releases the lock only after the call has begun to wait for it. */
	private static void assertThatItWaits(BeanFactory beans, Supplier<Optional<String>> call) {
		AtomicInteger waits = beans.getBean(Waits.class).count;
		int before = waits.get();
		LockHandle elsewhere = LockedContexts.holdElsewhere(beans, "k");
		CompletableFuture<Optional<String>> result = CompletableFuture.supplyAsync(call,
				(task) -> new Thread(task).start());
		await().until(() -> waits.get() > before || result.isDone());
		elsewhere.release();
		assertThat(result.join()).contains("ran");
	}

	private static Optional<String> released(Optional<LockHandle> acquired) {
		return acquired.map((handle) -> {
			handle.release();
			return "ran";
		});
	}

	static class Waits implements LockObserver {

		private final AtomicInteger count = new AtomicInteger();

		@Override
		public void on(LockEvent event, Object owner) {
			if (event instanceof LockEvent.Waiting) {
				this.count.incrementAndGet();
			}
		}

	}

	static class Jobs {

		@DistributedLock(key = "k", onBusy = OnBusy.SKIP)
		public Optional<String> skipped() {
			return Optional.of("ran");
		}

		@DistributedLock(key = "k", onBusy = OnBusy.SKIP)
		public CompletableFuture<@Nullable String> skippedLater() {
			return CompletableFuture.completedFuture("ran");
		}

		@DistributedLock(key = "k", onBusy = OnBusy.SKIP)
		public Mono<String> skippedReactive() {
			return Mono.just("ran");
		}

		@DistributedLock(key = "k", waitTime = "1h", onBusy = OnBusy.SKIP)
		public Optional<String> skippedAfterAWait() {
			return Optional.of("ran");
		}

		@DistributedLock(key = "k", fallbackMethod = "instead")
		public Optional<String> withFallback() {
			return Optional.of("ran");
		}

		@SuppressWarnings("UnusedMethod")
		private Optional<String> instead() {
			return Optional.of("fallback");
		}

	}

}
