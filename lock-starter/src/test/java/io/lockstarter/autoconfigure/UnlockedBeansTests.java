package io.lockstarter.autoconfigure;

import java.util.function.Consumer;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mockito;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests that annotated beans are refused in a context without the locks. */
@ExtendWith(OutputCaptureExtension.class)
class UnlockedBeansTests {

	@Test
	void annotatedBeanIsRefused(CapturedOutput output) {
		assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> start(Unlocked.class))
			.havingRootCause()
			.isInstanceOf(InvalidLockDefinitionException.class)
			.withMessageContaining("(1 problem)")
			.withMessageContaining(Orders.class.getName()
					+ ": bean 'orders' is in an application context without the auto-configuration of the "
					+ "locks: nothing in that context creates proxies")
			.withMessageContaining("add the module lock-starter-test");
		assertThat(output).contains("APPLICATION FAILED TO START");
	}

	@Test
	void lazyBeanIsRefusedWhenItIsCreated() {
		try (ConfigurableApplicationContext context = start(LazyUnlocked.class)) {
			assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context.getBean(Orders.class))
				.withRootCauseInstanceOf(InvalidLockDefinitionException.class);
		}
	}

	@Test
	void childContextIsChecked() {
		try (ConfigurableApplicationContext parent = start(Locked.class, "distributed-lock.store=memory")) {
			assertThatExceptionOfType(BeanCreationException.class)
				.isThrownBy(() -> builder(Unlocked.class).parent(parent).run())
				.withRootCauseInstanceOf(InvalidLockDefinitionException.class);
		}
	}

	@Test
	void contextWithLocksIsAccepted() {
		accepts(Locked.class, (context) -> context.getBean(Orders.class).ship(1), "distributed-lock.store=memory");
	}

	@Test
	void disabledLocksAreAccepted() {
		accepts(Unlocked.class, (context) -> context.getBean(Orders.class).ship(1), "distributed-lock.enabled=no");
	}

	@Test
	void mockIsAccepted() {
		accepts(Mocked.class, (context) -> context.getBean(Orders.class).ship(1));
	}

	@Test
	void spyIsRefused() {
		assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> start(Spied.class))
			.withRootCauseInstanceOf(InvalidLockDefinitionException.class);
	}

	private static void accepts(Class<?> configuration, Consumer<ConfigurableApplicationContext> call,
			String... properties) {
		try (ConfigurableApplicationContext context = start(configuration, properties)) {
			call.accept(context);
		}
	}

	private static ConfigurableApplicationContext start(Class<?> configuration, String... properties) {
		return builder(configuration).properties(properties).run();
	}

	private static SpringApplicationBuilder builder(Class<?> configuration) {
		return new SpringApplicationBuilder(configuration).web(WebApplicationType.NONE);
	}

	/** An annotated bean. */
	static class Orders {

		@DistributedLock(key = "order:#<id>")
		void ship(long id) {
		}

		@DistributedLock(key = "order:#<id>")
		void cancel(long id) {
		}

	}

	/** A context without the locks, such as a slice of a test. */
	@Configuration(proxyBeanMethods = false)
	static class Unlocked {

		@Bean
		Orders orders() {
			return new Orders();
		}

	}

	/** A context without the locks, whose bean is created later. */
	@Configuration(proxyBeanMethods = false)
	static class LazyUnlocked {

		@Bean
		@Lazy
		Orders orders() {
			return new Orders();
		}

	}

	/** A context with the locks. */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class })
	static class Locked extends Unlocked {

	}

	/** A context whose bean is a mock. */
	@Configuration(proxyBeanMethods = false)
	static class Mocked {

		@Bean
		Orders orders() {
			return Mockito.mock(Orders.class);
		}

	}

	/** A context whose bean is a spy, which runs the real methods. */
	@Configuration(proxyBeanMethods = false)
	static class Spied {

		@Bean
		Orders orders() {
			return Mockito.spy(new Orders());
		}

	}

}
