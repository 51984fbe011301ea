package io.lockstarter.docs;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.OnBusy;
import io.lockstarter.aop.call.DistributedLockAdvisor;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Combines locks with annotations of Spring. */
final class Together {

	private Together() {
	}

	@Service
	static class Jobs {

		private final Events events;

		Jobs(Events events) {
			this.events = events;
		}

		@Scheduled(cron = "*/1 * * * * *")
		@DistributedLock(key = "job:totals", minHold = "700ms", onBusy = OnBusy.SKIP)
		public void totals() {
			this.events.add("totals");
		}

		@Async
		@DistributedLock(key = "job:rebuild")
		public void rebuild() {
			this.events.add("rebuild");
		}

		@Retryable(includes = LockNotAcquiredException.class, maxRetries = 3, delay = 50)
		@DistributedLock(key = "job:publish", waitTime = "0")
		public void publish() {
			this.events.add("publish");
		}

		@Transactional
		@DistributedLock(key = "job:book")
		public void book() {
			this.events.add("book");
		}

		@Cacheable("rates")
		@DistributedLock(key = "rate:#<currency>")
		public @Nullable String rate(String currency) {
			this.events.add("rate");
			return "1.08";
		}

	}

	@Configuration
	@EnableCaching(order = DistributedLockAdvisor.ORDER - 1)
	static class HitsWithoutLock {

	}

	@Configuration
	@EnableScheduling
	@EnableAsync
	@EnableResilientMethods
	static class Enabled {

	}

}
