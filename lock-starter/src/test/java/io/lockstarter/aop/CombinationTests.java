package io.lockstarter.aop;

import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.OnBusy;
import io.lockstarter.aop.call.DistributedLockAdvisor;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.validation.annotation.Validated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Combines locks with other annotations of Spring. {@link AdvisorOrderTests} covers
 * {@code @Async} and {@code @Transactional}.
 */
class CombinationTests {

	@Test
	void eachRetryAcquiresTheLockAgain() {
		LockedContexts.with(Retried.class, WithRetries.class).run((context) -> {
			assertThat(context.getBean(Retried.class).failsTwice()).isEqualTo("third");
			assertThat(context.getBean(Requests.class).order).containsExactly("+retried", "-retried", "+retried",
					"-retried", "+retried", "-retried");
		});
	}

	@Test
	void busyLockIsRetried() {
		LockedContexts.with(Retried.class, WithRetries.class).run((context) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "busy");
			assertThat(context.getBean(Retried.class).busyOnce(elsewhere::release)).isEqualTo("ran");
			assertThat(context.getBean(Requests.class).refused).hasSize(1);
		});
	}

	@Test
	void cacheIsReadUnderTheLock() {
		LockedContexts.with(Cached.class, WithCache.class).run((context) -> {
			assertThat(context.getBean(Cached.class).price(1)).isEqualTo("1st");
			assertThat(context.getBean(Cached.class).price(1)).isEqualTo("1st");
			assertThat(context.getBean(Requests.class).acquired).hasSize(2);
		});
	}

	@Test
	void skippedCallIsNotCached() {
		LockedContexts.with(Cached.class, WithCache.class).run((context) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "price:1");
			assertThat(context.getBean(Cached.class).price(1)).isNull();
			elsewhere.release();
			assertThat(context.getBean(Cached.class).price(1)).isEqualTo("1st");
		});
	}

	@Test
	void cacheHitAcquiresNoLockWhenTheCacheIsOutside() {
		LockedContexts.with(Cached.class, WithCacheFirst.class).run((context) -> {
			context.getBean(Cached.class).price(1);
			assertThat(context.getBean(Cached.class).price(1)).isEqualTo("1st");
			assertThat(context.getBean(Requests.class).acquired).hasSize(1);
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@SuppressWarnings("NullAway")
	void invalidArgumentsAreRefusedBeforeTheLockIsAcquired(boolean proxyTargetClass) {
		validating().withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass).run((context) -> {
			Shop shop = context.getBean(Shop.class);
			assertThatExceptionOfType(ConstraintViolationException.class).isThrownBy(() -> shop.order(-1L));
			// In the other order, the error would be the null value in the key.
			assertThatExceptionOfType(ConstraintViolationException.class).isThrownBy(() -> shop.order(null));
			assertThat(context.getBean(Requests.class).acquired).isEmpty();
			assertThat(shop.order(1L)).isEqualTo("order:1");
		});
	}

	@Test
	void validationIsInsideOfRetry() {
		validating().withUserConfiguration(WithRetries.class).run((context) -> {
			assertThatExceptionOfType(ConstraintViolationException.class)
				.isThrownBy(() -> context.getBean(Shop.class).order(-1L));
			assertThat(context.getBean(Shop.class).order(1L)).isEqualTo("order:1");
			assertThat(context.getBean(Requests.class).order).containsExactly("+order:1", "-order:1");
		});
	}

	private static ApplicationContextRunner validating() {
		return LockedContexts.with(ValidatedShop.class, WithValidation.class);
	}

	static class Retried {

		private final AtomicInteger calls = new AtomicInteger();

		@Retryable(includes = IllegalStateException.class, maxRetries = 2, delay = 1)
		@DistributedLock(key = "retried")
		public String failsTwice() {
			if (this.calls.incrementAndGet() < 3) {
				throw new IllegalStateException("failed");
			}
			return "third";
		}

		@Retryable(includes = LockNotAcquiredException.class, maxRetries = 2, delay = 1)
		@DistributedLock(key = "busy", waitTime = "0", fallbackMethod = "note")
		public String busyOnce(Runnable whenBusy) {
			return "ran";
		}

		@SuppressWarnings("UnusedMethod")
		private String note(Runnable whenBusy, LockNotAcquiredException refusal) {
			whenBusy.run();
			throw refusal;
		}

	}

	static class Cached {

		private final AtomicInteger calls = new AtomicInteger();

		@Cacheable("prices")
		@DistributedLock(key = "price:#<id>", waitTime = "0", onBusy = OnBusy.SKIP)
		public @Nullable String price(int id) {
			return (this.calls.incrementAndGet() == 1) ? "1st" : "again";
		}

	}

	interface Shop {

		String order(@NotNull @Positive Long id);

	}

	@Validated
	static class ValidatedShop implements Shop {

		@Override
		@Retryable(excludes = ConstraintViolationException.class, delay = 1)
		@DistributedLock(key = "order:#<id>")
		public String order(Long id) {
			return LockHandle.current().key();
		}

	}

	@Configuration
	@EnableResilientMethods
	static class WithRetries {

	}

	@Configuration
	@EnableCaching
	static class WithCache {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	@Configuration
	@EnableCaching(order = DistributedLockAdvisor.ORDER - 1)
	static class WithCacheFirst {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	@Configuration
	@Import(ValidationAutoConfiguration.class)
	static class WithValidation {

	}

}
