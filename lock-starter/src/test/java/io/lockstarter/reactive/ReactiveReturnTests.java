package io.lockstarter.reactive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockService;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.Requests;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/** Verifies how long a method that returns a reactive type holds its lock. */
class ReactiveReturnTests {

	private static final Duration LIMIT = Duration.ofSeconds(20);

	@ParameterizedTest
	@EnumSource
	void eachSubscriptionAcquiresTheLockAndThenCallsTheMethod(ReactiveType type) {
		run(ReactiveMethods.Waiting.class, (context, bean) -> {
			List<Boolean> locked = new CopyOnWriteArrayList<>();
			Flux<String> result = type.call(bean, () -> {
				locked.add(LockHandle.current().isHeld());
				return Mono.fromSupplier(() -> {
					locked.add(LockedContexts.isLocked(context, "k"));
					return "done";
				});
			});
			assertThat(locked).isEmpty();
			assertThat(context.getBean(Requests.class).acquired).isEmpty();
			for (int i = 1; i <= 2; i++) {
				assertThat(result.collectList().block(LIMIT)).isEqualTo(type.values("done"));
				assertThat(LockedContexts.isLocked(context, "k")).isFalse();
				assertThat(locked).hasSize(2 * i).doesNotContain(false);
			}
			assertThat(context.getBean(Requests.class).acquired).hasSize(2);
		});
	}

	@ParameterizedTest
	@EnumSource
	void failureOfTheWorkReleasesAndIsDelivered(ReactiveType type) {
		run(ReactiveMethods.Waiting.class, (context, bean) -> {
			assertThatIllegalStateException()
				.isThrownBy(
						() -> type.call(bean, () -> Mono.error(new IllegalStateException("broken"))).blockLast(LIMIT))
				.withMessage("broken");
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
		});
	}

	@ParameterizedTest
	@EnumSource
	void failureOfTheMethodReleasesAndIsDelivered(ReactiveType type) {
		run(ReactiveMethods.Waiting.class, (context, bean) -> {
			assertThatIllegalStateException().isThrownBy(() -> type.call(bean, () -> {
				throw new IllegalStateException("broken");
			}).blockLast(LIMIT)).withMessage("broken");
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
		});
	}

	@ParameterizedTest
	@EnumSource
	void cancellationCancelsTheWorkAndReleases(ReactiveType type) {
		run(ReactiveMethods.Waiting.class, (context, bean) -> {
			Work work = new Work();
			Disposable subscription = type.call(bean, work::endless).subscribe();
			work.awaitStart();
			assertThat(LockedContexts.isLocked(context, "k")).isTrue();
			subscription.dispose();
			work.awaitCancellation();
			await().atMost(LIMIT).until(() -> !LockedContexts.isLocked(context, "k"));
		});
	}

	@ParameterizedTest
	@EnumSource
	void cancellationDuringTheWaitEndsTheAttempt(ReactiveType type) {
		run(ReactiveMethods.Waiting.class, (context, bean) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "k");
			Work work = new Work();
			type.call(bean, work::endless).subscribe().dispose();
			elsewhere.release();
			assertThat(type.call(bean, () -> Mono.just("next")).collectList().block(LIMIT))
				.isEqualTo(type.values("next"));
			assertThat(work.started).isFalse();
		});
	}

	@ParameterizedTest
	@EnumSource
	void timeoutReleases(ReactiveType type) {
		run(ReactiveMethods.Waiting.class, (context, bean) -> {
			Work work = new Work();
			assertThatExceptionOfType(RuntimeException.class)
				.isThrownBy(() -> type.call(bean, work::endless).timeout(Duration.ofMillis(50)).blockLast(LIMIT))
				.withCauseInstanceOf(TimeoutException.class);
			await().atMost(LIMIT).until(() -> !LockedContexts.isLocked(context, "k"));
		});
	}

	@ParameterizedTest
	@EnumSource
	void busyLockIsAnErrorAndTheNextAttemptSucceeds(ReactiveType type) {
		run(ReactiveMethods.Impatient.class, (context, bean) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "k");
			Flux<String> result = type.call(bean, () -> Mono.just("done"));
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> result.blockLast(LIMIT));
			List<Throwable> refusals = new ArrayList<>();
			assertThat(result.doOnError((refusal) -> {
				refusals.add(refusal);
				elsewhere.release();
			}).retry(1).collectList().block(LIMIT)).isEqualTo(type.values("done"));
			assertThat(refusals).hasOnlyElementsOfType(LockNotAcquiredException.class).hasSize(1);
		});
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SINGLE")
	void busyLockSkipsTheMethod(ReactiveType type) {
		run(ReactiveMethods.Skipping.class, (context, bean) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "k");
			Work work = new Work();
			assertThat(type.call(bean, work::endless).collectList().block(LIMIT)).isEmpty();
			assertThat(work.started).isFalse();
			elsewhere.release();
			assertThat(type.call(bean, () -> Mono.just("done")).collectList().block(LIMIT))
				.isEqualTo(type.values("done"));
		}, type.methodName());
	}

	@ParameterizedTest
	@EnumSource
	void lossTakesThePlaceOfTheCompletion(ReactiveType type) {
		run(ReactiveMethods.Waiting.class, (context, bean) -> assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> type.call(bean, () -> losing(context)).blockLast(LIMIT)));
	}

	@ParameterizedTest
	@EnumSource
	void ignoredLossIsNoFailure(ReactiveType type) {
		run(ReactiveMethods.Ignoring.class, (context, bean) -> {
			assertThat(type.call(bean, () -> losing(context)).collectList().block(LIMIT))
				.isEqualTo(type.values("done"));
			// The event of a loss may come after the value.
			await().untilAsserted(() -> assertThat(context.getBean(Requests.class).lost).containsExactly("k"));
		});
	}

	@ParameterizedTest
	@EnumSource
	void interruptingLossCancelsTheWorkAndFailsAtOnce(ReactiveType type) {
		run(ReactiveMethods.Interrupting.class, (context, bean) -> {
			Work work = new Work();
			Sinks.One<String> end = Sinks.one();
			Disposable subscription = type.call(bean, work::endless).subscribe((value) -> {
			}, (failure) -> end.tryEmitError(failure), end::tryEmitEmpty);
			work.awaitStart();
			LockedContexts.lose(context, work.handle());
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> end.asMono().block(LIMIT));
			work.awaitCancellation();
			// Nothing else refers to this work, so the garbage collector could end it
			// before.
			subscription.dispose();
		});
	}

	private static Publisher<String> losing(ConfigurableApplicationContext context) {
		LockHandle handle = LockHandle.current();
		return Mono.fromSupplier(() -> {
			LockedContexts.lose(context, handle);
			return "done";
		});
	}

	private static void run(Class<?> template, Check check, String... methods) {
		LockedContexts.with(ReactiveMethods.annotatedAs(template, methods)).run((context) -> {
			assertThat(context).hasNotFailed();
			check.run(context.getSourceApplicationContext(), context.getBean(ReactiveMethods.class));
			assertThat(context.getBean(LockService.class).inspect("k")).isEmpty();
		});
	}

	interface Check {

		void run(ConfigurableApplicationContext context, ReactiveMethods bean) throws Exception;

	}

	/** Work that never ends by itself. */
	static final class Work {

		final AtomicBoolean started = new AtomicBoolean();

		private final AtomicBoolean canceled = new AtomicBoolean();

		private final List<LockHandle> handles = new CopyOnWriteArrayList<>();

		Publisher<String> endless() {
			this.handles.add(LockHandle.current());
			return Mono.<String>never()
				.doOnSubscribe((any) -> this.started.set(true))
				.doOnCancel(() -> this.canceled.set(true));
		}

		LockHandle handle() {
			return this.handles.get(0);
		}

		void awaitStart() {
			await().atMost(LIMIT).untilTrue(this.started);
		}

		void awaitCancellation() {
			await().atMost(LIMIT).untilTrue(this.canceled);
		}

	}

}
