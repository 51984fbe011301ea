package io.lockstarter.aop.call;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockService;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.definition.LockAnnotations;
import io.lockstarter.aop.definition.MethodProblems;
import io.lockstarter.aop.definition.Problems;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.Mockito;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** A declared return type with work inside it is refused at start-up. */
@ExtendWith(OutputCaptureExtension.class)
class UnfinishedWorkTests {

	@ParameterizedTest
	@MethodSource("refused")
	void workInsideTheReturnTypeIsRefused(Method method) {
		assertThatExceptionOfType(InvalidLockDefinitionException.class).isThrownBy(() -> problems(method).throwIfAny())
			.withMessageContaining("(1 problem)")
			.withMessageContaining("inside it is not waited for");
	}

	static Stream<Method> refused() {
		return Arrays.stream(Refused.class.getDeclaredMethods()).filter((method) -> !method.isSynthetic());
	}

	@Test
	void refusalNamesTheTypeAndTheWorkInsideIt() {
		Problems problems = problems(method(Refused.class, "publisherInAResponseInAMono"));
		assertThatExceptionOfType(InvalidLockDefinitionException.class).isThrownBy(problems::throwIfAny)
			.withMessageContaining("returns Mono<ResponseEntity<Flux<String>>>: the work of the Flux inside it");
	}

	@ParameterizedTest
	@MethodSource("accepted")
	void returnTypeWithoutWorkInsideIsAccepted(Method method) {
		assertThat(problems(method).isEmpty()).isTrue();
	}

	static Stream<Method> accepted() {
		return Arrays.stream(Accepted.class.getDeclaredMethods()).filter((method) -> !method.isSynthetic());
	}

	@Test
	void resultThatIsReadLaterIsLoggedOnce(CapturedOutput output) {
		LockedContexts.with(Lazy.class).run((context) -> {
			assertThat(context).hasNotFailed();
			context.getBean(Lazy.class).stream();
			context.getBean(Lazy.class).iterator();
			String name = Lazy.class.getName();
			assertThat(output.getAll().split(".stream returns Stream, which is read after", -1)).hasSize(2);
			assertThat(output).contains(name + ".stream returns Stream", name + ".iterator returns Iterator",
					name + ".inside returns Stream");
		});
	}

	private static Method method(Class<?> type, String name) {
		return Objects.requireNonNull(ReflectionUtils.findMethod(type, name));
	}

	private static Problems problems(Method method) {
		LockAnnotations annotated = LockAnnotations.find(method(Lazy.class, "stream"), Lazy.class);
		Problems found = new Problems();
		new ReturnStyles(Proxied.collaborators(Mockito.mock(LockService.class), Runnable::run), List.of())
			.of(ResolvableType.forMethodReturnType(method), method, new MethodProblems(annotated, found));
		return found;
	}

	interface Refused {

		Mono<ResponseEntity<Flux<String>>> publisherInAResponseInAMono();

		Mono<Mono<String>> monoInAMono();

		Flux<Flux<String>> fluxInAFlux();

		CompletableFuture<Mono<String>> monoInAFuture();

		Mono<CompletableFuture<String>> futureInAMono();

		CompletableFuture<Optional<CompletableFuture<String>>> futureInAnOptionalInAFuture();

		@Async
		Future<List<Future<String>>> futuresInAFuture();

		CompletionStage<Callable<String>> callableInAStage();

		ResponseEntity<Flux<String>> publisherInAResponse();

		List<CompletableFuture<String>> futuresInAList();

		Map<String, List<? extends Future<String>>> futuresInAMap();

		Map<Mono<String>, String> monosAsKeys();

		CompletableFuture<String>[] futuresInAnArray();

		List<Mono<String>[]> arraysInAList();

		<T extends CompletionStage<String>> List<T> typeVariable();

		@SuppressWarnings("rawtypes")
		List<Future> rawFutures();

		Futures ownList();

		FluxResponse ownResponse();

	}

	interface Accepted {

		List<String> list();

		Map<String, Optional<List<String>>> map();

		Mono<List<String>> listInAMono();

		CompletableFuture<Optional<String>> optionalInAFuture();

		CompletableFuture<@Nullable Void> nothingInAFuture();

		Mono<ResponseEntity<String>> responseInAMono();

		@SuppressWarnings("rawtypes")
		List rawList();

		Node selfReferring();

		<T extends Comparable<T>> List<T> typeVariable();

		<T extends CompletableFuture<T>> Optional<String> unusedTypeVariable();

		List<Callable<String>> tasks();

	}

	static class Futures extends ArrayList<CompletableFuture<String>> {

	}

	static class FluxResponse extends ResponseEntity<Flux<String>> {

		FluxResponse() {
			super(HttpStatus.OK);
		}

	}

	interface Node extends Iterable<Node> {

	}

	static class Lazy {

		@DistributedLock(key = "k")
		public Stream<String> stream() {
			return Stream.of("a");
		}

		@DistributedLock(key = "k")
		public Iterator<String> iterator() {
			return List.of("a").iterator();
		}

		@DistributedLock(key = "k")
		public Optional<Stream<String>> inside() {
			return Optional.empty();
		}

	}

}
