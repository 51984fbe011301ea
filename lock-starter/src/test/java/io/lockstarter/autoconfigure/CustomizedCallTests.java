package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockAdmin;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockRequestCustomizer;
import io.lockstarter.LockService;
import io.lockstarter.OnLost;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.Requests;
import io.lockstarter.reactive.ReactiveLockService;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

/** A customizer runs once for each call, and may change the order of the keys. */
@SuppressWarnings({ "LockNotBeforeTry", "NullAway" })
class CustomizedCallTests {

	private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

	private static final Duration LIMIT = Duration.ofSeconds(60);

	private final ApplicationContextRunner runner = LockedContexts.with(Orders.class)
		.withConfiguration(AutoConfigurations.of(ReactiveLockAutoConfiguration.class));

	@Test
	void lossPolicyStaysWithItsLockIfTheOrderOfTheKeysChanges() {
		this.runner.withBean(LockRequestCustomizer.class, () -> CustomizedCallTests::inReverseOrder).run((context) -> {
			Orders orders = context.getBean(Orders.class);
			LockAdmin admin = context.getBean(LockAdmin.class);
			assertThatNoException().isThrownBy(() -> orders.pay(() -> admin.forceRelease("2:ignored")));
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> orders.pay(() -> admin.forceRelease("1:important")))
				.satisfies((ex) -> assertThat(ex.key()).isEqualTo("1:important"));
			assertThat(orders.payLater(() -> admin.forceRelease("2:ignored"))).succeedsWithin(LIMIT);
			assertThat(orders.payLater(() -> admin.forceRelease("1:important"))).failsWithin(LIMIT)
				.withThrowableThat()
				.withCauseInstanceOf(LockLostException.class);
		});
	}

	@Test
	void fallbackOfTheBusyLockIsCalledIfTheOrderOfTheKeysChanges() {
		this.runner.withBean(LockRequestCustomizer.class, () -> CustomizedCallTests::inReverseOrder).run((context) -> {
			LockedContexts.holdElsewhere(context, "important");
			assertThat(context.getBean(Orders.class).withFallbacks()).isEqualTo("important is busy");
		});
	}

	@Test
	void strictestLossPolicyCountsIfACustomizerMakesKeysEqual() {
		this.runner.withBean(LockRequestCustomizer.class, () -> (request) -> request.withKey("one for all"))
			.run((context) -> {
				LockAdmin admin = context.getBean(LockAdmin.class);
				Orders orders = context.getBean(Orders.class);
				assertThatExceptionOfType(LockLostException.class)
					.isThrownBy(() -> orders.pay(() -> admin.forceRelease("one for all")));
				assertThat(orders.payLater(() -> admin.forceRelease("one for all"))).failsWithin(LIMIT);
			});
	}

	@Test
	void strictestLossPolicyCountsIfArgumentsMakeKeysEqual() {
		this.runner.run((context) -> {
			LockAdmin admin = context.getBean(LockAdmin.class);
			assertThatExceptionOfType(LockLostException.class).isThrownBy(
					() -> context.getBean(Orders.class).transfer("a", "a", () -> admin.forceRelease("account:a")));
		});
	}

	@Test
	void customizerRunsOnceForEachRequest() {
		List<String> customized = new CopyOnWriteArrayList<>();
		this.runner.withBean(LockRequestCustomizer.class, () -> (request) -> {
			customized.add(request.key());
			return request;
		}).run((context) -> {
			LockService locks = context.getBean(LockService.class);
			List<LockRequest> both = List.of(LockRequest.of("c"), LockRequest.of("b"));
			locks.acquire("a").close();
			locks.tryAcquire(LockRequest.of("a")).orElseThrow().close();
			locks.run(LockRequest.of("a"), () -> {
			});
			locks.acquireAsync(LockRequest.of("a")).join().close();
			assertThat(customized).containsExactly("a", "a", "a", "a");
			customized.clear();
			locks.acquire(both).close();
			locks.tryAcquire(both).orElseThrow().close();
			locks.acquireAsync(both).join().close();
			assertThat(customized).containsExactly("c", "b", "c", "b", "c", "b");
			customized.clear();
			Lock lock = locks.asLock("a");
			lock.lock();
			lock.unlock();
			assertThat(lock.tryLock()).isTrue();
			lock.unlock();
			assertThat(customized).containsExactly("a");
			customized.clear();
			Orders orders = context.getBean(Orders.class);
			orders.pay(() -> {
			});
			assertThat(orders.payLater(() -> {
			})).succeedsWithin(LIMIT);
			assertThat(customized).containsExactly("ignored", "important", "ignored", "important");
		});
	}

	// The threads that subscribe belong to no tenant.
	@Test
	void eachSubscriptionLocksTheKeyOfTheTenantThatMadeTheCall() {
		this.runner.withBean(LockRequestCustomizer.class, () -> CustomizedCallTests::ofTenant).run((context) -> {
			ReactiveLockService locks = context.getBean(ReactiveLockService.class);
			LockRequest request = LockRequest.of("order");
			retry(context, () -> context.getBean(Orders.class).ship());
			retry(context, () -> locks.withLock(request, again()));
			retry(context, () -> locks.withLock(request, again().flux()).next());
			retry(context, () -> Mono.usingWhen(locks.acquire(request), (handle) -> again(), locks::release));
			retry(context, () -> Mono.usingWhen(locks.tryAcquire(request), (handle) -> again(), locks::release));
		});
	}

	private static void retry(BeanFactory beans, Supplier<Mono<String>> call) {
		List<LockRequest> acquired = beans.getBean(Requests.class).acquired;
		acquired.clear();
		TENANT.set("a");
		Mono<String> work = call.get();
		TENANT.remove();
		assertThatIllegalStateException()
			.isThrownBy(() -> work.retryWhen(Retry.fixedDelay(2, Duration.ofMillis(1))).block(LIMIT));
		assertThat(acquired).extracting(LockRequest::key).containsExactly("a:order", "a:order", "a:order");
	}

	private static Mono<String> again() {
		return Mono.error(new IllegalStateException("again"));
	}

	private static LockRequest ofTenant(LockRequest request) {
		return request.withKey(TENANT.get() + ":" + request.key());
	}

	private static LockRequest inReverseOrder(LockRequest request) {
		return request.withKey((request.key().equals("ignored") ? "2:" : "1:") + request.key());
	}

	static class Orders {

		@DistributedLock(key = "ignored", onLost = OnLost.IGNORE)
		@DistributedLock(key = "important")
		public void pay(Runnable inside) {
			inside.run();
		}

		@DistributedLock(key = "ignored", onLost = OnLost.IGNORE)
		@DistributedLock(key = "important")
		public CompletableFuture<String> payLater(Runnable inside) {
			inside.run();
			return CompletableFuture.completedFuture("paid");
		}

		@DistributedLock(key = "account:#<from>", onLost = OnLost.IGNORE)
		@DistributedLock(key = "account:#<to>")
		public void transfer(String from, String to, Runnable inside) {
			inside.run();
		}

		@DistributedLock(key = "ignored", waitTime = "0", fallbackMethod = "ignoredIsBusy")
		@DistributedLock(key = "important", waitTime = "0", fallbackMethod = "importantIsBusy")
		public String withFallbacks() {
			return "ran";
		}

		@SuppressWarnings("UnusedMethod")
		private String ignoredIsBusy() {
			return "ignored is busy";
		}

		@SuppressWarnings("UnusedMethod")
		private String importantIsBusy() {
			return "important is busy";
		}

		@DistributedLock(key = "order")
		public Mono<String> ship() {
			return again();
		}

	}

}
