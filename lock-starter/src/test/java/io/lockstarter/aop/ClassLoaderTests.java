package io.lockstarter.aop;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.CachedIntrospectionResults;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** A restarted application leaves none of its class loaders in memory. */
class ClassLoaderTests {

	@ParameterizedTest
	@ValueSource(strings = { "io.lockstarter.aop.RestartedApplication", "io.lockstarter." })
	void noClassLoaderRemainsAfterARestart(String reloaded, @TempDir Path directory) throws Exception {
		Path output = directory.resolve("output");
		// With this option, the next garbage collection clears soft references, of which
		// Spring has many.
		Process process = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:SoftRefLRUPolicyMSPerMB=0", "-cp",
				System.getProperty("java.class.path"), ClassLoaderTests.class.getName(), reloaded))
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		try {
			assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
		}
		finally {
			process.destroyForcibly();
		}
		assertThat(Files.readString(output).lines()).contains("left: 0");
	}

	/** Restarts an application, and counts the class loaders that remain. */
	public static void main(String[] reloaded) throws Exception {
		// The first start is not counted. Libraries that it initializes keep its class
		// loader, even without locks.
		restart(reloaded[0]);
		List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			loaders.add(restart(reloaded[0]));
		}
		long left = loaders.size();
		for (int i = 0; i < 1000 && left > 0; i++) {
			System.gc();
			Thread.sleep(20);
			left = loaders.stream().filter((loader) -> loader.get() != null).count();
		}
		System.out.println("left: " + left);
		System.exit(0);
	}

	private static WeakReference<ClassLoader> restart(String reloaded) throws Exception {
		ClassLoader loader = new Reloading((name) -> name.startsWith(reloaded));
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		thread.setContextClassLoader(loader);
		try {
			loader.loadClass(RestartedApplication.class.getName()).getMethod("run").invoke(null);
		}
		finally {
			thread.setContextClassLoader(before);
		}
		// Spring's own static caches keep classes by soft references.
		ReflectionUtils.clearCache();
		ResolvableType.clearCache();
		AnnotationUtils.clearCache();
		CachedIntrospectionResults.clearClassLoader(loader);
		return new WeakReference<>(loader);
	}

	/** Defines some classes again, from the same files. */
	private static final class Reloading extends ClassLoader {

		private final Predicate<String> mine;

		Reloading(Predicate<String> mine) {
			super(ClassLoaderTests.class.getClassLoader());
			this.mine = mine;
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (!this.mine.test(name)) {
				return super.loadClass(name, resolve);
			}
			synchronized (getClassLoadingLock(name)) {
				Class<?> known = findLoadedClass(name);
				return (known != null) ? known : define(name);
			}
		}

		private Class<?> define(String name) throws ClassNotFoundException {
			try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
				byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
				return defineClass(name, bytes, 0, bytes.length);
			}
			catch (IOException | NullPointerException ex) {
				throw new ClassNotFoundException(name, ex);
			}
		}

	}

}
