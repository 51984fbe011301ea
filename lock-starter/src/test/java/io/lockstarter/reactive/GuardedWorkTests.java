package io.lockstarter.reactive;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.lockstarter.LockRequest;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.autoconfigure.ReactiveLockAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Verifies that errors that Reactor throws in place of a signal leave no lock behind. */
class GuardedWorkTests {

	private static final Duration LIMIT = Duration.ofSeconds(20);

	private static final LockRequest REQUEST = LockRequest.of("k").withWaitTime(Duration.ofSeconds(15));

	static Stream<Flux<String>> failing() {
		return Stream.of(Mono.<String>fromCallable(() -> {
			throw new NoClassDefFoundError("thrown");
		}).flux(), Mono.<String>defer(() -> {
			throw new NoClassDefFoundError("thrown");
		}).flux(), Flux.just("a", "b").map((value) -> {
			throw new NoClassDefFoundError("thrown");
		}), Flux.from((subscriber) -> {
			throw new NoClassDefFoundError("thrown");
		}));
	}

	@ParameterizedTest
	@MethodSource("failing")
	void errorOfTheJvmIsTheFailureOfTheWork(Flux<String> work) {
		run((context, locks) -> {
			assertThatExceptionOfType(NoClassDefFoundError.class)
				.isThrownBy(() -> locks.withLock(REQUEST, work).blockLast(LIMIT))
				.withMessage("thrown");
			assertThatExceptionOfType(NoClassDefFoundError.class)
				.isThrownBy(() -> locks.withLock(REQUEST, work.next()).block(LIMIT));
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
		});
	}

	@Test
	void errorOfTheJvmInASubscriberIsItsFailure() {
		run((context, locks) -> {
			Flux<String> work = locks.withLock(REQUEST, Flux.just("a", "b")).map((value) -> {
				throw new NoClassDefFoundError("thrown");
			});
			assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(() -> work.blockLast(LIMIT));
			await().atMost(LIMIT).until(() -> !LockedContexts.isLocked(context, "k"));
		});
	}

	@Test
	void errorOfACancelHandlerDoesNotKeepTheLock() {
		run((context, locks) -> {
			AtomicBoolean started = new AtomicBoolean();
			List<Throwable> dropped = new CopyOnWriteArrayList<>();
			Disposable subscription = locks.withLock(REQUEST, Mono.create((sink) -> {
				sink.onCancel(() -> {
					throw new IllegalStateException("thrown");
				});
				started.set(true);
			}))
				.contextWrite(
						(reactor) -> reactor.put("reactor.onErrorDropped.local", (Consumer<Throwable>) dropped::add))
				.subscribe();
			await().atMost(LIMIT).untilTrue(started);
			subscription.dispose();
			await().atMost(LIMIT).until(() -> !LockedContexts.isLocked(context, "k"));
			assertThat(dropped).singleElement().isInstanceOf(IllegalStateException.class);
		});
	}

	private static void run(Check check) {
		LockedContexts.with()
			.withConfiguration(AutoConfigurations.of(ReactiveLockAutoConfiguration.class))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				check.run(context.getSourceApplicationContext(), context.getBean(ReactiveLockService.class));
			});
	}

	interface Check {

		void run(ConfigurableApplicationContext context, ReactiveLockService locks) throws Exception;

	}

}
