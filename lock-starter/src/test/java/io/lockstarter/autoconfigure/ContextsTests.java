package io.lockstarter.autoconfigure;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockService;
import io.lockstarter.OnBusy;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.observability.metrics.LockMetrics;
import io.lockstarter.store.LockStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests several contexts in one JVM, hierarchies, and lazy initialization. */
class ContextsTests {

	private final InMemoryLockStore store = new InMemoryLockStore();

	@Test
	void contextsInOneJvmAreInstancesThatExcludeEachOther() {
		try (ConfigurableApplicationContext first = application().run();
				ConfigurableApplicationContext second = application().run()) {
			assertThat(first.getBean(LockService.class)).isNotSameAs(second.getBean(LockService.class));
			first.getBean(Orders.class)
				.shipWhile(1, () -> assertThat(second.getBean(Orders.class).tryShip(1)).isEmpty());
			assertThat(second.getBean(Orders.class).tryShip(1)).isPresent();
		}
	}

	@Test
	void contextThatEndsKeepsTheLocksOfOthers() {
		try (ConfigurableApplicationContext first = application().run()) {
			LockHandle held = first.getBean(LockService.class).acquire("order:1");
			application().run().close();
			assertThat(held.isHeld()).isTrue();
			assertThat(first.getBean(Orders.class).tryShip(2)).isPresent();
		}
		assertThat(this.store.inspect("order:1")).isEmpty();
	}

	@Test
	void childUsesTheLockServiceOfItsParent() {
		try (ConfigurableApplicationContext parent = application().run()) {
			try (ConfigurableApplicationContext child = new SpringApplicationBuilder(Application.class)
				.web(WebApplicationType.NONE)
				.parent(parent)
				.run()) {
				assertThat(child.getBean(LockService.class)).isSameAs(parent.getBean(LockService.class));
				assertThat(child.getBeansOfType(LockMetrics.class)).isEmpty();
				assertThat(child.getBean(Orders.class)).isNotSameAs(parent.getBean(Orders.class));
				secondCallerIsRefused(child, parent);
				secondCallerIsRefused(parent, child);
			}
			assertThat(parent.getBean(Orders.class).tryShip(1)).isPresent();
		}
	}

	private static void secondCallerIsRefused(ApplicationContext first, ApplicationContext second) {
		first.getBean(Orders.class)
			.shipWhile(1,
					() -> assertThat(CompletableFuture.supplyAsync(() -> second.getBean(Orders.class).tryShip(1)))
						.succeedsWithin(1, TimeUnit.MINUTES)
						.isEqualTo(Optional.empty()));
	}

	@Test
	void lazyApplicationLocksAndReleasesAtTheEnd() {
		try (ConfigurableApplicationContext lazy = application().lazyInitialization(true).run()) {
			assertThat(lazy.getBeanFactory().containsSingleton("distributedLockService")).isFalse();
			lazy.getBean(Orders.class).shipWhile(1, () -> assertThat(this.store.inspect("order:1")).isPresent());
			lazy.getBean(LockService.class).acquire("order:2");
		}
		assertThat(this.store.inspect("order:2")).isEmpty();
	}

	private SpringApplicationBuilder application() {
		ApplicationContextInitializer<GenericApplicationContext> shared = (context) -> context
			.registerBean("sharedStore", LockStore.class, () -> this.store);
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("distributed-lock.shutdown-timeout=0")
			.initializers(shared);
	}

	/** An annotated bean. */
	static class Orders {

		@DistributedLock(key = "order:#<id>", waitTime = "0", onBusy = OnBusy.SKIP)
		Optional<String> tryShip(long id) {
			return Optional.of("shipped");
		}

		@DistributedLock(key = "order:#<id>", waitTime = "0")
		void shipWhile(long id, Runnable work) {
			work.run();
		}

	}

	/** An application with all auto-configurations of the locks. */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class,
			LockMetricsAutoConfiguration.class })
	static class Application {

		@Bean
		Orders orders() {
			return new Orders();
		}

		@Bean
		MeterRegistry meterRegistry() {
			return new SimpleMeterRegistry();
		}

	}

}
