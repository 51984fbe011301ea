package io.lockstarter.annotation;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import javax.tools.ToolProvider;

import io.lockstarter.DistributedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.ResolvableType;

import static org.assertj.core.api.Assertions.assertThat;

/** Methods that return their result inside of an object. */
class ReturnContentTests {

	@ParameterizedTest
	@ValueSource(classes = { StageInOptional.class, FutureInOptional.class, CallableInOptional.class })
	void workInsideOfAnOptionalIsRefused(Class<?> bean) {
		LockedContexts.with(bean)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("(1 problem)")
				.hasMessageContaining("returns Optional<")
				.hasMessageContaining("the work is done after the method has returned"));
	}

	@Test
	void valueInsideOfAnOptionalIsFine() {
		LockedContexts.with(ValueInOptional.class).run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(strings = { "HttpEntity", "ResponseEntity" })
	void workInsideOfAResponseIsRefused(String name, @TempDir Path directory) throws Exception {
		Class<?> type = load(name, directory);
		assertThat(problems(ResolvableType.forClassWithGenerics(type, String.class)).isEmpty()).isTrue();
		assertThat(problems(ResolvableType.forClassWithGenerics(type, CompletableFuture.class)).isEmpty()).isFalse();
		assertThat(problems(ResolvableType.forClassWithGenerics(type,
				ResolvableType.forClassWithGenerics(Callable.class, String.class)))
			.isEmpty()).isFalse();
	}

	private static Problems problems(ResolvableType returned) throws NoSuchMethodException {
		LockAnnotations annotated = LockAnnotations.find(ValueInOptional.class.getMethod("run"), ValueInOptional.class);
		Problems found = new Problems();
		new ReturnStyles(Runnable::run).of(returned, annotated.method(), new Report(annotated, found));
		return found;
	}

	/** Spring's own are not on the class path, and are known by their names. */
	private static Class<?> load(String name, Path directory) throws IOException, ClassNotFoundException {
		Path entity = write(directory, "HttpEntity", "");
		Path response = write(directory, "ResponseEntity", " extends HttpEntity<T>");
		int status = ToolProvider.getSystemJavaCompiler()
			.run(null, null, null, "-d", directory.toString(), entity.toString(), response.toString());
		assertThat(status).isZero();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { url(directory) })) {
			return loader.loadClass("org.springframework.http." + name);
		}
	}

	private static Path write(Path directory, String name, String parent) throws IOException {
		return Files.writeString(directory.resolve(name + ".java"),
				"package org.springframework.http; public class " + name + "<T>" + parent + " { }");
	}

	private static URL url(Path directory) throws MalformedURLException {
		return directory.toUri().toURL();
	}

	static class StageInOptional {

		@DistributedLock(key = "k")
		public Optional<CompletableFuture<String>> run() {
			return Optional.empty();
		}

	}

	static class FutureInOptional {

		@DistributedLock(key = "k")
		public Optional<? extends Future<String>> run() {
			return Optional.empty();
		}

	}

	static class CallableInOptional {

		@DistributedLock(key = "k")
		public Optional<Optional<Callable<String>>> run() {
			return Optional.empty();
		}

	}

	static class ValueInOptional {

		@DistributedLock(key = "k")
		public Optional<String> run() {
			return Optional.of("value");
		}

	}

}
