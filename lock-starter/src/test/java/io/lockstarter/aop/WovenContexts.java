package io.lockstarter.aop;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.aop.WovenApplication.Woven;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;

/**
 * Runs two contexts with the same beans under the weaver's agent, and prints which of
 * them has acquired the lock of each call.
 */
final class WovenContexts {

	private static final List<Requests> CONTEXTS = new ArrayList<>();

	private WovenContexts() {
	}

	public static void main(String[] arguments) {
		try (ConfigurableApplicationContext a = start()) {
			try (ConfigurableApplicationContext b = start()) {
				print("bean of a", () -> bean(a, "bean").outer());
				print("bean of b", () -> bean(b, "bean").outer());
				print("prototype of a", () -> bean(a, "prototype").outer());
				print("product of a", () -> bean(a, "product").outer());
				print("initialization of a bean of a", () -> bean(a, "initialized"));
				print("proxied call of a", () -> bean(a, "bean").self());
				print("no bean", () -> new Woven().outer());
				print("static", Woven::ofClass);
			}
			print("after b was closed, bean of a", () -> bean(a, "bean").outer());
			print("after b was closed, no bean", () -> new Woven().outer());
		}
	}

	private static ConfigurableApplicationContext start() {
		ConfigurableApplicationContext context = SpringApplication.run(Application.class,
				"--distributed-lock.store=memory", "--distributed-lock.shutdown-timeout=0",
				"--spring.main.banner-mode=off", "--spring.main.web-application-type=none");
		CONTEXTS.add(context.getBean(Requests.class));
		return context;
	}

	private static Woven bean(ConfigurableApplicationContext context, String name) {
		return context.getBean(name, Woven.class);
	}

	private static void print(String what, Runnable call) {
		CONTEXTS.forEach((requests) -> requests.acquired.clear());
		call.run();
		System.out.println(what + ": " + "a".repeat(CONTEXTS.get(0).acquired.size())
				+ "b".repeat(CONTEXTS.get(1).acquired.size()));
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class })
	static class Application {

		@Bean
		Requests requests() {
			return new Requests();
		}

		@Bean
		Woven bean() {
			return new Equal();
		}

		@Bean
		@Scope("prototype")
		Woven prototype() {
			return new Equal();
		}

		@Bean
		Product product() {
			return new Product();
		}

		@Bean
		@Lazy
		Woven initialized() {
			return new Initialized();
		}

	}

	/** All objects are equal, but those of two contexts are different beans. */
	static class Equal extends Woven {

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Equal;
		}

		@Override
		public int hashCode() {
			return 1;
		}

	}

	static class Initialized extends Woven implements InitializingBean {

		@Override
		public void afterPropertiesSet() {
			outer();
		}

	}

	static class Product implements FactoryBean<Woven> {

		@Override
		public Woven getObject() {
			return new Equal();
		}

		@Override
		public Class<?> getObjectType() {
			return Woven.class;
		}

	}

}
