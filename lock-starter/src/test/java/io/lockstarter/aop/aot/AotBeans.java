package io.lockstarter.aop.aot;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.OnBusy;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AliasFor;

/** Declares an application for ahead-of-time processing. */
public final class AotBeans {

	private AotBeans() {
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class })
	static class Application {

		@Bean
		Jobs jobs() {
			return new Jobs();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class })
	static class ApplicationOfInterfaces {

		@Bean
		OnlyJob job() {
			return new OnlyJob();
		}

	}

	static class OnlyJob implements Job {

		@Override
		public String ofInterface(int number) {
			return LockHandle.current().key();
		}

	}

	static class Jobs implements Job {

		@DistributedLock(key = "order:#<order.customer.id>", condition = "!#order.customer().name.trim().isEmpty()")
		public String path(Order order) {
			return LockHandle.current().key();
		}

		@DistributedLock(key = "text:#<text.toUpperCase()>:${shop.unknown:}x")
		public String spel(String text) {
			return LockHandle.current().key();
		}

		@DistributedLock(key = "busy", waitTime = "0", fallbackMethod = "instead")
		public String fallsBack() {
			return "ran";
		}

		@SuppressWarnings("UnusedMethod")
		private String instead() {
			return "instead";
		}

		@DistributedLock(key = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
		public @Nullable String @Nullable [] skips() {
			return null;
		}

		@OrderLock("composed:#<id>")
		public String composed(long id) {
			return LockHandle.current().key();
		}

		@Override
		public String ofInterface(int number) {
			return LockHandle.current().key();
		}

	}

	public interface Job {

		@DistributedLock(key = "interface:#<number>")
		String ofInterface(int number);

	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock
	@interface OrderLock {

		@AliasFor(annotation = DistributedLock.class, attribute = "key")
		String value();

	}

	record Order(Customer customer) {
	}

	record Customer(Number id, String name) {
	}

}
