package io.lockstarter.reactive;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.aop.LockedContexts;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;

/** Verifies the threads that run the work of a subscription. */
class LockedSubscriptionTests {

	private static final LockRequest REQUEST = LockRequest.of("k");

	@Test
	void workLeavesTheThreadOfTheSubscriberIfTheLockIsAcquiredAtOnce() {
		LockedContexts.with().run((context) -> {
			LockService immediate = Mockito.mock(LockService.class);
			Mockito.when(immediate.acquireAsync(REQUEST))
				.thenAnswer((call) -> CompletableFuture.completedFuture(LockedContexts.holdElsewhere(context, "k")));
			ReactiveLockService locks = new DefaultReactiveLockService(immediate,
					(task) -> new Thread(task, "results").start());
			Mono<String> thread = Mono.fromSupplier(() -> Thread.currentThread().getName());
			assertThat(locks.withLock(REQUEST, thread).block(Duration.ofSeconds(20))).isEqualTo("results");
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
		});
	}

}
