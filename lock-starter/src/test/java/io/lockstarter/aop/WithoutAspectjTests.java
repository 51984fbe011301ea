package io.lockstarter.aop;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockService;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Checks that annotated beans have their locks if the application excludes aspectjweaver.
 */
class WithoutAspectjTests {

	@Test
	void annotatedBeanRunsUnderItsLockWithoutAspectj() throws Exception {
		List<URL> classPath = new ArrayList<>();
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
			if (!entry.contains("aspectj")) {
				classPath.add(Path.of(entry).toUri().toURL());
			}
		}
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		try (URLClassLoader loader = new URLClassLoader(classPath.toArray(URL[]::new),
				ClassLoader.getPlatformClassLoader())) {
			assertThatExceptionOfType(ClassNotFoundException.class)
				.isThrownBy(() -> loader.loadClass("org.aspectj.lang.ProceedingJoinPoint"));
			thread.setContextClassLoader(loader);
			Supplier<?> application = (Supplier<?>) loader.loadClass(Application.class.getName())
				.getDeclaredConstructor()
				.newInstance();
			assertThat(application.get()).isEqualTo("held true, later false");
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	/** Runs inside the other class loader. */
	public static class Application implements Supplier<String> {

		@Override
		public String get() {
			try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Beans.class)
				.web(WebApplicationType.NONE)
				.run("--distributed-lock.store=memory")) {
				LockService locks = context.getBean(LockService.class);
				boolean held = context.getBean(Orders.class).pay(42, () -> locks.inspect("order:42").isPresent());
				return "held " + held + ", later " + locks.inspect("order:42").isPresent();
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Orders.class)
	static class Beans {

	}

	static class Orders {

		@DistributedLock(key = "order:#<id>")
		public boolean pay(long id, Supplier<Boolean> work) {
			return work.get();
		}

	}

}
