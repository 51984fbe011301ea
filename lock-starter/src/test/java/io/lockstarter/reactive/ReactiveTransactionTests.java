package io.lockstarter.reactive;

import java.time.Duration;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockRequest;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.Requests;
import io.lockstarter.autoconfigure.LockTransactionAutoConfiguration;
import io.lockstarter.autoconfigure.ReactiveLockAutoConfiguration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.ReactiveTransaction;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.TransactionalOperator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/** Verifies that the lock is outside of the reactive transaction of its method. */
class ReactiveTransactionTests {

	private static final Duration LIMIT = Duration.ofSeconds(20);

	@Test
	void lockIsReleasedAfterTheCommit() {
		LockedContexts.with(Transactions.class).run((context) -> {
			assertThat(context.getBean(Shop.class).pay(Mono.just("paid")).block(LIMIT)).isEqualTo("paid");
			// The event of a release may come after the value.
			await().untilAsserted(() -> assertThat(context.getBean(Requests.class).order).containsExactly("+k", "begin",
					"commit", "-k"));
		});
	}

	@Test
	void lockIsReleasedAfterTheRollback() {
		LockedContexts.with(Transactions.class).run((context) -> {
			assertThatIllegalStateException().isThrownBy(() -> context.getBean(Shop.class)
				.pay(Mono.error(new IllegalStateException("broken")))
				.block(LIMIT));
			// The event of a release may come after the value.
			await().untilAsserted(() -> assertThat(context.getBean(Requests.class).order).containsExactly("+k", "begin",
					"rollback", "-k"));
		});
	}

	@Test
	void managerWithoutSynchronizationDoesNotKeepTheLock() {
		LockedContexts.with(Transactions.class)
			.withConfiguration(
					AutoConfigurations.of(ReactiveLockAutoConfiguration.class, LockTransactionAutoConfiguration.class))
			.run((context) -> {
				Mono<Boolean> work = context.getBean(ReactiveLockService.class)
					.withLock(LockRequest.of("k"), Mono.just("paid"))
					.map((paid) -> LockedContexts.isLocked(context, "k"));
				Boolean kept = TransactionalOperator.create(context.getBean(ReactiveTransactionManager.class))
					.transactional(work)
					.block(LIMIT);
				assertThat(kept).isFalse();
			});
	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	@Import(Shop.class)
	static class Transactions {

		@Bean
		ReactiveTransactionManager transactionManager(Requests requests) {
			return new RecordingManager(requests);
		}

	}

	static class Shop {

		@Transactional
		@DistributedLock(key = "k")
		public Mono<String> pay(Mono<String> work) {
			return work;
		}

	}

	/** Records the transactions between the events of the locks. */
	private record RecordingManager(Requests requests) implements ReactiveTransactionManager {

		@Override
		public Mono<ReactiveTransaction> getReactiveTransaction(@Nullable TransactionDefinition definition) {
			return Mono.fromSupplier(() -> {
				this.requests.order.add("begin");
				return Mockito.mock(ReactiveTransaction.class);
			});
		}

		@Override
		public Mono<Void> commit(ReactiveTransaction transaction) {
			return Mono.fromRunnable(() -> this.requests.order.add("commit"));
		}

		@Override
		public Mono<Void> rollback(ReactiveTransaction transaction) {
			return Mono.fromRunnable(() -> this.requests.order.add("rollback"));
		}

	}

}
