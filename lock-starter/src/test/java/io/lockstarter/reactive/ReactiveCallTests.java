package io.lockstarter.reactive;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.Requests;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

import org.springframework.aop.framework.Advised;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/** Verifies keys, arguments, interceptors, nesting and loss of reactive methods. */
class ReactiveCallTests {

	private static final Duration LIMIT = Duration.ofSeconds(20);

	@Test
	void handleParameterIsSetForEachSubscription() {
		run((context, shop) -> {
			Mono<String> token = shop.token(null);
			assertThat(token.block(LIMIT)).isNotEqualTo(token.block(LIMIT));
		});
	}

	@Test
	void innerInterceptorsRunForEachSubscription() {
		run((context, shop) -> {
			AtomicInteger calls = new AtomicInteger();
			((Advised) shop).addAdvice((MethodInterceptor) (invocation) -> {
				calls.incrementAndGet();
				return invocation.proceed();
			});
			Mono<String> pay = shop.pay("1", Mono.just("paid"));
			assertThat(calls).hasValue(0);
			assertThat(pay.block(LIMIT)).isEqualTo(pay.block(LIMIT)).isEqualTo("paid");
			assertThat(calls).hasValue(2);
		});
	}

	@Test
	void excludedCallIsNotLocked() {
		run((context, shop) -> {
			assertThat(shop.conditional("free").block(LIMIT)).isEqualTo("free");
			assertThat(context.getBean(Requests.class).acquired).isEmpty();
			assertThat(shop.conditional("locked").block(LIMIT)).isEqualTo("locked");
			assertThat(context.getBean(Requests.class).acquired).hasSize(1);
		});
	}

	@Test
	void fallbackIsSubscribedInPlaceOfTheMethod() {
		run((context, shop) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "fallback");
			assertThat(shop.withFallback().collectList().block(LIMIT)).containsExactly("instead", "fallback");
			elsewhere.release();
			assertThat(shop.withFallback().collectList().block(LIMIT)).containsExactly("itself");
		});
	}

	@Test
	void severalKeysAreHeldAndReleased() {
		run((context, shop) -> {
			assertThat(shop
				.several(Mono
					.fromSupplier(() -> LockedContexts.isLocked(context, "a") && LockedContexts.isLocked(context, "b")))
				.block(LIMIT)).isTrue();
			assertThat(LockedContexts.isLocked(context, "a")).isFalse();
			assertThat(LockedContexts.isLocked(context, "b")).isFalse();
		});
	}

	@Test
	void lossIsSuppressedByTheFailureOfTheWork() {
		run((context, shop) -> assertThatIllegalStateException()
			.isThrownBy(() -> shop.pay("1", shop.current(context).map((handle) -> {
				LockedContexts.lose(context, handle);
				throw new IllegalStateException("of the work");
			})).block(LIMIT))
			.withMessage("of the work")
			.satisfies((ex) -> assertThat(ex.getSuppressed()).hasAtLeastOneElementOfType(LockLostException.class)));
	}

	@Test
	void twoSubscriptionsExcludeEachOther() {
		run((context, shop) -> {
			AtomicInteger inside = new AtomicInteger();
			List<Integer> seen = new CopyOnWriteArrayList<>();
			Mono<String> work = Mono.fromSupplier(() -> {
				seen.add(inside.incrementAndGet());
				return "paid";
			}).delayElement(Duration.ofMillis(1)).doOnTerminate(inside::decrementAndGet);
			Flux.range(0, 50).flatMap((i) -> shop.pay("1", work), 50).blockLast(LIMIT);
			assertThat(seen).hasSize(50).containsOnly(1);
		});
	}

	@Test
	void callInsideTheLockedCallIsNested() {
		run((context, shop) -> {
			Mono<String> nested = shop.pay("1", shop.pay("1", shop.pay("1", Mono.just("paid"))));
			assertThat(nested.block(LIMIT)).isEqualTo("paid");
			assertThat(context.getBean(Requests.class).acquired).hasSize(1);
			// The owner survives a change of the thread.
			assertThat(shop
				.pay("1", Mono.defer(() -> shop.pay("1", Mono.just("paid"))).subscribeOn(Schedulers.boundedElastic()))
				.block(LIMIT)).isEqualTo("paid");
		});
	}

	@Test
	void parallelBranchesInsideTheLockedCallDoNotExcludeEachOther() {
		run((context, shop) -> {
			Mono<String> first = shop.pay("1", Mono.never());
			Mono<String> second = shop.pay("1", Mono.just("second"));
			assertThat(shop.pay("1", Flux.merge(first, second).next()).block(LIMIT)).isEqualTo("second");
			await().until(() -> !LockedContexts.isLocked(context, "order:1"));
		});
	}

	@Test
	void workThatOutlivesTheLockedCallIsNotNestedLater() {
		run((context, shop) -> {
			ContextView escaped = shop.payAny("1", Mono.deferContextual(Mono::just)).block(LIMIT);
			assertThat(escaped).isNotNull();
			// Both calls have the context of the first call, whose owner has ended.
			Mono<String> holder = shop.pay("1", shop.impatient("1").contextWrite(escaped)).contextWrite(escaped);
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> holder.block(LIMIT));
			assertThat(shop.impatient("1").contextWrite(escaped).block(LIMIT)).isEqualTo("impatient");
		});
	}

	private static void run(Check check) {
		LockedContexts.with(Shop.class).run((context) -> {
			assertThat(context).hasNotFailed();
			check.run(context.getSourceApplicationContext(), context.getBean(Shop.class));
		});
	}

	interface Check {

		void run(ConfigurableApplicationContext context, Shop shop) throws Exception;

	}

	static class Shop {

		@DistributedLock(key = "order:#<id>", waitTime = "15s")
		public Mono<String> pay(String id, Mono<String> work) {
			return work;
		}

		@DistributedLock(key = "order:#<id>", waitTime = "15s")
		public <T> Mono<T> payAny(String id, Mono<T> work) {
			return work;
		}

		@DistributedLock(key = "order:#<id>", waitTime = "0")
		public Mono<String> impatient(String id) {
			return Mono.just("impatient");
		}

		@DistributedLock(key = "token")
		public Mono<String> token(@Nullable LockHandle handle) {
			return Mono.fromSupplier(() -> (handle != null) ? handle.token() : "none");
		}

		@DistributedLock(key = "conditional", condition = "#name == 'locked'")
		public Mono<String> conditional(String name) {
			return Mono.just(name);
		}

		@DistributedLock(key = "fallback", waitTime = "0", fallbackMethod = "instead")
		public Flux<String> withFallback() {
			return Flux.just("itself");
		}

		Flux<String> instead(LockNotAcquiredException refusal) {
			return Flux.just("instead", refusal.key());
		}

		@DistributedLock(key = { "b", "a" })
		public Mono<Boolean> several(Mono<Boolean> work) {
			return work;
		}

		Mono<LockHandle> current(ConfigurableApplicationContext context) {
			return new DefaultReactiveLockService(context.getBean(io.lockstarter.LockService.class), Runnable::run)
				.current();
		}

	}

}
