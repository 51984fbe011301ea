package io.lockstarter.reactive;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockScope;
import io.lockstarter.LockService;
import io.lockstarter.LockType;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.Requests;
import io.lockstarter.autoconfigure.ReactiveLockAutoConfiguration;
import io.lockstarter.engine.LockEngine;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/** Verifies the lock service for code that uses Reactor. */
class ReactiveLockServiceTests {

	private static final Duration LIMIT = Duration.ofSeconds(20);

	private static final LockRequest REQUEST = LockRequest.of("k").withWaitTime(Duration.ofSeconds(15));

	private static final LockRequest IMPATIENT = REQUEST.withWaitTime(Duration.ZERO);

	@Test
	void lockIsAcquiredByTheSubscriptionAndReleasedByTheCaller() {
		run((context, locks) -> {
			Mono<LockHandle> acquire = locks.acquire(REQUEST);
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
			LockHandle handle = acquire.block(LIMIT);
			assertThat(handle).isNotNull();
			assertThat(handle.isHeld()).isTrue();
			locks.release(handle).block(LIMIT);
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
			assertThat(handle.isHeld()).isFalse();
		});
	}

	@Test
	void releaseOfALostLockFails() {
		run((context, locks) -> {
			LockHandle handle = acquired(locks);
			LockedContexts.lose(context, handle);
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> locks.release(handle).block(LIMIT));
		});
	}

	@Test
	void busyLockIsAnErrorOrEmpty() {
		run((context, locks) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "k");
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> locks.acquire(IMPATIENT).block(LIMIT));
			assertThat(locks.tryAcquire(IMPATIENT).block(LIMIT)).isNull();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> locks.tryAcquire(IMPATIENT.withType(LockType.READ)).block(LIMIT))
				.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(LockNotAcquiredException.Reason.TYPE_CONFLICT));
			elsewhere.release();
			LockHandle handle = locks.tryAcquire(IMPATIENT).block(LIMIT);
			assertThat(handle).isNotNull();
			handle.release();
		});
	}

	@Test
	void workRunsUnderTheLock() {
		run((context, locks) -> {
			Mono<Boolean> locked = Mono.fromSupplier(() -> LockedContexts.isLocked(context, "k"));
			assertThat(locks.withLock(REQUEST, locked).block(LIMIT)).isTrue();
			assertThat(locks.withLock(REQUEST, Flux.concat(locked, locked)).collectList().block(LIMIT))
				.containsExactly(true, true);
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
			assertThat(context.getBean(Requests.class).acquired).hasSize(2);
		});
	}

	@Test
	void lossFailsTheWorkAtItsEnd() {
		run((context, locks) -> {
			Mono<LockHandle> losing = locks.current().doOnNext((handle) -> LockedContexts.lose(context, handle));
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> locks.withLock(REQUEST, losing).block(LIMIT));
			assertThatIllegalStateException().isThrownBy(() -> locks.withLock(REQUEST, losing.map((handle) -> {
				throw new IllegalStateException("of the work");
			})).block(LIMIT))
				.satisfies((ex) -> assertThat(ex.getSuppressed()).hasAtLeastOneElementOfType(LockLostException.class));
		});
	}

	@Test
	void currentHandleIsThatOfTheInnermostWork() {
		run((context, locks) -> {
			Mono<String> key = locks.current().map(LockHandle::key);
			assertThat(locks.withLock(LockRequest.of("outer"), Flux.concat(key, locks.withLock(REQUEST, key), key))
				.collectList()
				.block(LIMIT)).containsExactly("outer", "k", "outer");
			assertThatIllegalStateException().isThrownBy(() -> key.block(LIMIT)).withMessageContaining("withLock");
		});
	}

	@Test
	void lockOfTheOwnerIsAcquiredAgainAtOnce() {
		run((context, locks) -> {
			Mono<String> nested = locks.acquire(IMPATIENT)
				.flatMap((handle) -> locks.release(handle).thenReturn("nested"));
			assertThat(locks.withLock(REQUEST, nested).block(LIMIT)).isEqualTo("nested");
			assertThat(locks.withLock(REQUEST, locks.withLock(IMPATIENT, nested)).block(LIMIT)).isEqualTo("nested");
			LockHandle handle = acquired(locks);
			assertThat(locks.tryAcquire(IMPATIENT).block(LIMIT)).as("outside of locked work").isNull();
			handle.release();
		});
	}

	@Test
	void nestedHoldOfALongerTtlExtendsTheLease() {
		run((context, locks) -> {
			LockRequest longer = IMPATIENT.withTtl(Duration.ofMinutes(10)).withRenew(false);
			Mono<Duration> remaining = locks.withLock(longer, locks.current().map(LockHandle::remaining));
			assertThat(locks.withLock(REQUEST, remaining).block(LIMIT)).isGreaterThan(Duration.ofMinutes(5));
		});
	}

	@Test
	void handleOfACanceledSubscriptionIsReleased() {
		run((context, locks) -> {
			ReactiveLockService slow = new DefaultReactiveLockService(new IgnoresCancellation(context).service(),
					Runnable::run);
			// The lock is busy, so the subscription is canceled before it is acquired.
			LockHandle other = acquired(locks);
			slow.acquire(REQUEST).subscribe().dispose();
			other.release();
			List<String> order = context.getBean(Requests.class).order;
			await().until(() -> Collections.frequency(order, "+k") == 2 && Collections.frequency(order, "-k") == 2);
		});
	}

	@Test
	void cancellationAtAnyMomentLeavesNoLockBehind() {
		run((context, locks) -> {
			ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
			try {
				for (int i = 0; i < 20_000; i++) {
					LockRequest request = REQUEST.withKey("k" + i % 8).withWaitTime(Duration.ofMinutes(2));
					Mono<String> work = Mono.fromSupplier(() -> "done").delayElement(Duration.ofMillis(1));
					Disposable subscription = ((i % 2 == 0) ? locks.withLock(request, work).flux()
							: locks.withLock(request, work.concatWith(work)))
						.subscribe();
					var unused = timer.schedule(subscription::dispose, ThreadLocalRandom.current().nextInt(3000),
							TimeUnit.MICROSECONDS);
				}
			}
			finally {
				timer.shutdown();
			}
			assertThat(timer.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
			await().atMost(LIMIT).until(() -> context.getBean(LockEngine.class).snapshot().isEmpty());
		});
	}

	@Test
	void waitingSubscriptionsNeedNoThreads() {
		run((context, locks) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "k");
			int count = 10_000;
			CountDownLatch done = new CountDownLatch(count);
			int before = Thread.activeCount();
			for (int i = 0; i < count; i++) {
				locks.withLock(REQUEST.withWaitTime(Duration.ofMinutes(5)), Mono.fromRunnable(done::countDown))
					.subscribe();
			}
			LockEngine engine = context.getBean(LockEngine.class);
			await().until(() -> engine.snapshot().stream().mapToInt((one) -> one.waiters().size()).sum() == count);
			assertThat(Thread.activeCount() - before).isLessThan(100);
			elsewhere.release();
			assertThat(done.await(120, TimeUnit.SECONDS)).isTrue();
		});
	}

	@Test
	void currentHandleIsPropagatedToThreads() {
		run((context, locks) -> {
			Hooks.enableAutomaticContextPropagation();
			try {
				Mono<String> key = Mono.fromSupplier(() -> {
					LockScope.ensureHeld();
					return LockHandle.current().key();
				});
				assertThat(locks.withLock(REQUEST, key.subscribeOn(Schedulers.boundedElastic())).block(LIMIT))
					.isEqualTo("k");
				assertThatIllegalStateException()
					.isThrownBy(() -> key.subscribeOn(Schedulers.boundedElastic()).block(LIMIT));
			}
			finally {
				Hooks.disableAutomaticContextPropagation();
			}
		});
	}

	@Test
	void keyIsEnough() {
		run((context, locks) -> {
			Mono<Boolean> locked = Mono.fromCallable(() -> LockedContexts.isLocked(context, "k"));
			assertThat(locks.withLock("k", locked).block(LIMIT)).isTrue();
			assertThat(locks.withLock("k", locked.flux()).blockLast(LIMIT)).isTrue();
			LockHandle handle = locks.acquire("k").blockOptional(LIMIT).orElseThrow();
			assertThat(locks.tryAcquire("k").block(LIMIT)).as("busy").isNull();
			locks.release(handle).block(LIMIT);
			assertThat(locks.tryAcquire("k").flatMap(locks::release).then(locked).block(LIMIT)).isFalse();
		});
	}

	@Test
	void missingArgumentsAreRefused() {
		run((context, locks) -> {
			assertThatIllegalArgumentException().isThrownBy(() -> locks.acquire((LockRequest) absent()));
			assertThatIllegalArgumentException().isThrownBy(() -> locks.acquire((String) absent()));
			assertThatIllegalArgumentException().isThrownBy(() -> locks.release(absent()));
			assertThatIllegalArgumentException().isThrownBy(() -> locks.withLock(REQUEST, (Mono<?>) absent()));
			assertThatIllegalArgumentException().isThrownBy(() -> locks.withLock((LockRequest) absent(), Flux.empty()));
		});
	}

	@Test
	void lockOfAHandleThatAnOperatorDroppedExpires() {
		LockRequest brief = REQUEST.withTtl(Duration.ofSeconds(3));
		run((context, locks) -> {
			locks.acquire(brief).then().block(LIMIT);
			await().atMost(LIMIT).pollInterval(Duration.ofMillis(200)).until(() -> {
				System.gc();
				return !LockedContexts.isLocked(context, "k");
			});
		});
	}

	@SuppressWarnings({ "NullAway", "TypeParameterUnusedInFormals" })
	private static <T> T absent() {
		return null;
	}

	@Test
	void serviceExistsOnlyWithReactor() {
		runner().run((context) -> assertThat(context).hasSingleBean(ReactiveLockService.class));
		runner().withClassLoader(new FilteredClassLoader("reactor", "org.reactivestreams"))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(LockService.class)
				.doesNotHaveBean("distributedLockReactiveService"));
		ReactiveLockService own = Mockito.mock(ReactiveLockService.class);
		runner().withBean(ReactiveLockService.class, () -> own)
			.run((context) -> assertThat(context.getBean(ReactiveLockService.class)).isSameAs(own));
	}

	private static LockHandle acquired(ReactiveLockService locks) {
		LockHandle handle = locks.acquire(REQUEST).block(LIMIT);
		assertThat(handle).isNotNull();
		return handle;
	}

	private static ApplicationContextRunner runner() {
		return LockedContexts.with().withConfiguration(AutoConfigurations.of(ReactiveLockAutoConfiguration.class));
	}

	private static void run(Check check) {
		runner().run((context) -> {
			assertThat(context).hasNotFailed();
			check.run(context.getSourceApplicationContext(), context.getBean(ReactiveLockService.class));
		});
	}

	interface Check {

		void run(ConfigurableApplicationContext context, ReactiveLockService locks) throws Exception;

	}

	/** A lock service whose stages do not end when they are canceled. */
	private record IgnoresCancellation(ConfigurableApplicationContext context) {

		LockService service() {
			LockService real = this.context.getBean(LockService.class);
			LockService service = Mockito.mock(LockService.class);
			Mockito.when(service.acquireAsync(REQUEST))
				.thenAnswer((call) -> real.acquireAsync(REQUEST).minimalCompletionStage());
			return service;
		}

	}

}
