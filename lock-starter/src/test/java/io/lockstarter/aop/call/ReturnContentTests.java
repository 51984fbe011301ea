package io.lockstarter.aop.call;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

import javax.tools.ToolProvider;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockService;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.definition.LockAnnotations;
import io.lockstarter.aop.definition.MethodProblems;
import io.lockstarter.aop.definition.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;

import org.springframework.core.ResolvableType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Verifies methods that return their result inside a container. */
class ReturnContentTests {

	@ParameterizedTest
	@ValueSource(classes = { StageInOptional.class, FutureInOptional.class, CallableInOptional.class })
	void workInsideAnOptionalIsRefused(Class<?> bean) {
		LockedContexts.with(bean)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("(1 problem)")
				.hasMessageContaining("returns Optional<")
				.hasMessageContaining("inside it is not waited for"));
	}

	@Test
	void valueInsideAnOptionalIsAccepted() {
		LockedContexts.with(ValueInOptional.class).run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(strings = { "HttpEntity", "ResponseEntity" })
	void workInsideAResponseIsRefused(String name, @TempDir Path directory) throws Exception {
		Class<?> type = load(name, directory);
		assertThat(problems(ResolvableType.forClassWithGenerics(type, String.class)).isEmpty()).isTrue();
		assertThat(problems(ResolvableType.forClassWithGenerics(type, CompletableFuture.class)).isEmpty()).isFalse();
		assertThat(problems(ResolvableType.forClassWithGenerics(type,
				ResolvableType.forClassWithGenerics(Callable.class, String.class)))
			.isEmpty()).isFalse();
	}

	@Test
	void workInsideAResponseOfAHiddenClassIsRefused(@TempDir Path directory) throws Exception {
		Object response = response("Hidden", new FutureTask<>(() -> "later"), directory);
		LockedContexts.with(Source.class).run((context) -> {
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> context.getBean(Source.class).run(response))
				.withMessageContaining("FutureTask. Its work is not over");
			assertThat(LockedContexts.isLocked(context, "source")).isFalse();
		});
	}

	@Test
	void lockIsReleasedIfReadingTheResponseContentFails(@TempDir Path directory) throws Exception {
		Object response = response("Broken", "value", directory);
		LockedContexts.with(Source.class).run((context) -> {
			assertThatIllegalStateException().isThrownBy(() -> context.getBean(Source.class).run(response))
				.withMessage("broken");
			assertThat(LockedContexts.isLocked(context, "source")).isFalse();
		});
	}

	/** Creates an object of a class that only its own package can access. */
	private static Object response(String name, Object body, Path directory) throws Exception {
		Constructor<?> constructor = load(name, directory).getDeclaredConstructor(Object.class);
		constructor.setAccessible(true);
		return constructor.newInstance(body);
	}

	private static Problems problems(ResolvableType returned) throws NoSuchMethodException {
		LockAnnotations annotated = LockAnnotations.find(ValueInOptional.class.getMethod("run"), ValueInOptional.class);
		Problems found = new Problems();
		new ReturnStyles(Proxied.collaborators(Mockito.mock(LockService.class), Runnable::run), List.of()).of(returned,
				annotated.method(), new MethodProblems(annotated, found));
		return found;
	}

	/** Compiles replacements of Spring's classes, which are not on the class path. */
	private static Class<?> load(String name, Path directory) throws IOException, ClassNotFoundException {
		String constructor = "%s(T body) { super(body); } ";
		Path entity = write(directory, "public class HttpEntity<T>",
				"T body; public HttpEntity(T body) { this.body = body; } public T getBody() { return this.body; }");
		Path response = write(directory, "public class ResponseEntity<T> extends HttpEntity<T>",
				constructor.formatted("public ResponseEntity"));
		Path hidden = write(directory, "class Hidden<T> extends HttpEntity<T>",
				constructor.formatted("Hidden") + "public T getBody() { return super.getBody(); }");
		Path broken = write(directory, "class Broken<T> extends HttpEntity<T>", constructor.formatted("Broken")
				+ "public T getBody() { throw new IllegalStateException(\"broken\"); }");
		int status = ToolProvider.getSystemJavaCompiler()
			.run(null, null, null, "-d", directory.toString(), entity.toString(), response.toString(),
					hidden.toString(), broken.toString());
		assertThat(status).isZero();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { url(directory) })) {
			return loader.loadClass("org.springframework.http." + name);
		}
	}

	private static Path write(Path directory, String head, String body) throws IOException {
		String name = head.replaceAll(".*class (\\w+)<.*", "$1");
		return Files.writeString(directory.resolve(name + ".java"),
				"package org.springframework.http; " + head + " { " + body + " }");
	}

	private static URL url(Path directory) throws MalformedURLException {
		return directory.toUri().toURL();
	}

	static class Source {

		@DistributedLock(key = "source", waitTime = "0")
		public Object run(Object value) {
			return value;
		}

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
