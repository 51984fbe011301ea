package io.lockstarter.reactive;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.Supplier;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.autoconfigure.LockTransactionAutoConfiguration;
import io.lockstarter.autoconfigure.ReactiveLockAutoConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Checks that locks work if the application has no Reactor, or none of the others. */
class WithoutReactorTests {

	@Test
	void annotatedBeanRunsUnderItsLockWithoutReactor() throws Exception {
		assertThat(run("reactor|lettuce", Locked.class)).isEqualTo("held true, later false");
	}

	@Tag("long")
	@ParameterizedTest
	@ValueSource(strings = { "rxjava|mutiny|kotlin", "context-propagation", "spring-tx",
			"reactor|lettuce|rxjava|mutiny|kotlin|reactive-streams|context-propagation" })
	void annotatedBeanRunsUnderItsLock(String absent) throws Exception {
		assertThat(run(absent, Locked.class)).isEqualTo("held true, later false");
	}

	@Test
	void reactiveMethodIsRefused() throws Exception {
		assertThat(run("reactor|lettuce", Refused.class)).contains("publish()", "returns Publisher",
				"add io.projectreactor:reactor-core");
	}

	@Tag("long")
	@ParameterizedTest
	@ValueSource(strings = { "spring-tx", "nothing" })
	void reactiveLockServiceNeedsNoTransactions(String absent) throws Exception {
		assertThat(run(absent, Reactive.class)).isEqualTo("held true, later false");
	}

	private static String run(String absent, Class<? extends Supplier<String>> application) throws Exception {
		List<URL> classPath = new ArrayList<>();
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
			if (!Path.of(entry).getFileName().toString().matches(".*(" + absent + ").*jar")) {
				classPath.add(Path.of(entry).toUri().toURL());
			}
		}
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		try (URLClassLoader loader = new URLClassLoader(classPath.toArray(URL[]::new),
				ClassLoader.getPlatformClassLoader())) {
			if (absent.contains("reactor")) {
				assertThatExceptionOfType(ClassNotFoundException.class)
					.isThrownBy(() -> loader.loadClass("reactor.core.publisher.Mono"));
			}
			thread.setContextClassLoader(loader);
			Supplier<?> supplier = (Supplier<?>) loader.loadClass(application.getName())
				.getDeclaredConstructor()
				.newInstance();
			return String.valueOf(supplier.get());
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	private static ConfigurableApplicationContext start(Class<?> beans) {
		return new SpringApplicationBuilder(Locks.class, beans).web(WebApplicationType.NONE)
			.run("--distributed-lock.store=memory", "--spring.main.banner-mode=off");
	}

	/** Runs inside the other class loader. */
	public static class Locked implements Supplier<String> {

		@Override
		public String get() {
			try (ConfigurableApplicationContext context = start(Orders.class)) {
				LockService locks = context.getBean(LockService.class);
				boolean held = context.getBean(Orders.class).pay(42, () -> locks.inspect("order:42").isPresent());
				return "held " + held + ", later " + locks.inspect("order:42").isPresent();
			}
		}

	}

	/** Runs inside the other class loader. */
	public static class Reactive implements Supplier<String> {

		@Override
		public String get() {
			try (ConfigurableApplicationContext context = start(Orders.class)) {
				LockService locks = context.getBean(LockService.class);
				Boolean held = context.getBean(ReactiveLockService.class)
					.withLock(LockRequest.of("k"), Mono.fromSupplier(() -> locks.inspect("k").isPresent()))
					.block();
				return "held " + held + ", later " + locks.inspect("k").isPresent();
			}
		}

	}

	/** Runs inside the other class loader. */
	public static class Refused implements Supplier<String> {

		@Override
		public String get() {
			try {
				start(Publishing.class).close();
				return "started";
			}
			catch (InvalidLockDefinitionException ex) {
				return String.valueOf(ex.getMessage());
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class,
			ReactiveLockAutoConfiguration.class, LockTransactionAutoConfiguration.class })
	static class Locks {

	}

	static class Orders {

		@DistributedLock(key = "order:#<id>")
		public boolean pay(long id, Supplier<Boolean> work) {
			return work.get();
		}

	}

	static class Publishing {

		@DistributedLock(key = "k")
		public Flow.Publisher<String> publish() {
			return (subscriber) -> {
			};
		}

	}

}
