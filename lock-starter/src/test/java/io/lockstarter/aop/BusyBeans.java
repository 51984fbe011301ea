package io.lockstarter.aop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.LockService;
import io.lockstarter.OnBusy;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/** Beans whose lock is busy. */
final class BusyBeans {

	private BusyBeans() {
	}

	@DistributedLock(key = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
	static class Skipping {

		public void nothing() {
			throw new AssertionError("ran");
		}

		public @Nullable String object() {
			return "ran";
		}

		public Optional<String> optional() {
			return Optional.of("ran");
		}

		public OptionalInt optionalInt() {
			return OptionalInt.of(1);
		}

		public List<String> list() {
			return List.of("ran");
		}

		public Set<String> set() {
			return Set.of("ran");
		}

		public Collection<String> collection() {
			return List.of("ran");
		}

		@SuppressWarnings("NonApiType")
		public ArrayList<String> arrayList() {
			return new ArrayList<>(List.of("ran"));
		}

		public Iterable<String> iterable() {
			return List.of("ran");
		}

		public Map<String, String> map() {
			return Map.of("ran", "ran");
		}

		public Stream<String> stream() {
			return Stream.of("ran");
		}

		public int[] array() {
			return new int[] { 1 };
		}

		public CompletionStage<String> stage() {
			return CompletableFuture.completedFuture("ran");
		}

		public CompletableFuture<Optional<String>> future() {
			return CompletableFuture.completedFuture(Optional.of("ran"));
		}

		@DistributedLock(key = "waiting", waitTime = "20s", onBusy = OnBusy.SKIP)
		public @Nullable String waiting() {
			return "ran";
		}

		@DistributedLock(key = "free", onBusy = OnBusy.SKIP)
		public void throwsLockNotAcquired() {
			throw new LockNotAcquiredException("free", LockNotAcquiredException.Reason.BUSY, "of another lock", null);
		}

	}

	abstract static class Base<T> {

		@DistributedLock(key = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
		public abstract T get();

		protected String inherited() {
			return "inherited";
		}

	}

	static class OfOptional extends Base<Optional<String>> {

		@Override
		public Optional<String> get() {
			return Optional.of("ran");
		}

	}

	abstract static class Handler<T> {

		@DistributedLock(key = "busy", waitTime = "0", fallbackMethod = "busy")
		public String handle(T value) {
			return "ran";
		}

		abstract String busy(T value);

		@DistributedLock(key = "busy", waitTime = "0", fallbackMethod = "wrong")
		public String other(T value) {
			return "ran";
		}

		abstract String wrong(T value);

	}

	abstract static class NumberHandler<N extends Number> extends Handler<N> {

		@Override
		String wrong(N value) {
			return "number " + value;
		}

	}

	static class IntegerHandler extends NumberHandler<Integer> {

		@Override
		String busy(Integer value) {
			return "integer " + value;
		}

	}

	abstract static class MissingFallback<T> {

		@DistributedLock(key = "k", fallbackMethod = "busy")
		public String handle(T value) {
			return "ran";
		}

	}

	static class WithoutFallback extends MissingFallback<Integer> {

	}

	static class FallingBack extends Base<String> {

		@Override
		public String get() {
			return "ran";
		}

		@DistributedLock(key = "busy", waitTime = "0", fallbackMethod = "fallbackWithArguments")
		public String withArguments(String text, int number) {
			return "ran";
		}

		@SuppressWarnings("UnusedMethod")
		private String fallbackWithArguments(CharSequence text, int number) {
			return text + String.valueOf(number);
		}

		@DistributedLock(key = "busy", waitTime = "0", fallbackMethod = "refused")
		public Object withRefusal(String text) {
			return "ran";
		}

		@SuppressWarnings({ "UnusedMethod", "UnusedVariable" })
		private Object refused(String text, LockNotAcquiredException refusal) {
			return refusal;
		}

		@DistributedLock(key = "busy", waitTime = "0", fallbackMethod = "inherited")
		public String toInherited() {
			return "ran";
		}

		@DistributedLock(key = "busy", waitTime = "0", fallbackMethod = "ofClass")
		public String toStatic() {
			return "ran";
		}

		static String ofClass() {
			return "static";
		}

		@DistributedLock(key = "busy", waitTime = "0", fallbackMethod = "stageFallback")
		public CompletionStage<String> toStage() {
			return CompletableFuture.completedFuture("ran");
		}

		CompletableFuture<String> stageFallback() {
			return CompletableFuture.completedFuture("later");
		}

		@DistributedLock(key = "busy", waitTime = "0", fallbackMethod = "primitiveFallback")
		public int toPrimitive() {
			return 1;
		}

		int primitiveFallback() {
			return 7;
		}

		@DistributedLock(key = "busy", waitTime = "0", fallbackMethod = "add")
		public void voidWithFallback(List<String> done) {
			done.add("ran");
		}

		void add(List<String> done) {
			done.add("fallen back");
		}

		@DistributedLock(key = "busy", waitTime = "0", fallbackMethod = "failing")
		public String toFailing() throws IOException {
			return "ran";
		}

		@SuppressWarnings("UnusedMethod")
		private String failing() throws IOException {
			throw new IOException("from the fallback");
		}

	}

	@Configuration
	static class FailingService {

		@Bean
		LockService lockService() {
			LockService service = mock(LockService.class);
			given(service.acquire(any(LockRequest.class))).willThrow(new LockServerException("down", null));
			return service;
		}

	}

}
