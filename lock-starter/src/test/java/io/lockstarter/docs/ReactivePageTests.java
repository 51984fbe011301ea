package io.lockstarter.docs;

import java.time.Duration;
import java.util.List;

import io.lockstarter.LockService;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.autoconfigure.ReactiveLockAutoConfiguration;
import io.lockstarter.docs.ReactiveExamples.Orders;
import io.lockstarter.docs.ReactiveExamples.Payments;
import io.lockstarter.reactive.ReactiveLockService;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the examples of {@code docs/reactive.md}. */
class ReactivePageTests {

	private static final Duration LIMIT = Duration.ofSeconds(20);

	@Test
	void examplesRunUnderTheirLocks() {
		run((context) -> {
			ReactiveExamples examples = new ReactiveExamples(context.getBean(ReactiveLockService.class),
					context.getBean(Payments.class));
			assertThat(ReactiveExamples.retry(context.getBean(Orders.class)).block(LIMIT))
				.isEqualTo("42 under order:42");
			assertThat(examples.withLock().collectList().block(LIMIT)).containsExactly("42 under order:42",
					"report under report");
			assertThat(examples.tryAcquire().block(LIMIT)).isEqualTo("1 under job");
			assertThat(examples.current().block(LIMIT)).isEqualTo("order:42");
			LockService locks = context.getBean(LockService.class);
			assertThat(List.of("order:42", "report", "job"))
				.allSatisfy((key) -> assertThat(locks.inspect(key)).isEmpty());
		});
	}

	private static void run(ContextConsumer<AssertableApplicationContext> check) {
		LockedContexts.with(Orders.class, RecordingPayments.class)
			.withConfiguration(AutoConfigurations.of(ReactiveLockAutoConfiguration.class))
			.run(check);
	}

	static class RecordingPayments implements Payments {

		private final LockService locks;

		RecordingPayments(LockService locks) {
			this.locks = locks;
		}

		@Override
		public Mono<String> charge(long id) {
			return Mono.fromSupplier(() -> id + " under " + held());
		}

		@Override
		public Flux<String> report() {
			return Flux.defer(() -> Flux.just("report under " + held()));
		}

		private String held() {
			return List.of("order:42", "report", "job")
				.stream()
				.filter((key) -> this.locks.inspect(key).isPresent())
				.findFirst()
				.orElse("no lock");
		}

	}

}
