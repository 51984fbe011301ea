package io.lockstarter;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.client.LockClient;
import io.lockstarter.memory.InMemoryLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.then;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;

/**
 * Tests that a lock service of an application needs only the abstract methods, both a
 * fake for a unit test and a decorator.
 */
@Timeout(60)
@SuppressWarnings({ "FutureReturnValueIgnored", "LockNotBeforeTry", "NullAway" })
class OwnLockServiceTests {

	private static final LockRequest K = LockRequest.of("k");

	private static final List<LockRequest> BOTH = List.of(K, LockRequest.of("j"));

	private final LockHandle handle = mock(LockHandle.class);

	private final Fake fake = new Fake(this.handle);

	private final LockClient client = LockClient.on(new InMemoryLockStore()).build();

	@AfterEach
	void close() {
		this.client.close();
	}

	// --- a fake

	@Test
	void fakeAcquiresInAllForms() {
		assertThat(this.fake.acquire("k")).isSameAs(this.handle);
		assertThat(this.fake.tryAcquire("k")).contains(this.handle);
		assertThat(this.fake.tryAcquire(K)).contains(this.handle);
		assertThat(this.fake.tryAcquire(BOTH)).contains(this.handle);
		assertThat(this.fake.acquireAsync("k").join()).isSameAs(this.handle);
		assertThat(this.fake.tryAcquireAsync("k").join()).contains(this.handle);
		assertThat(this.fake.tryAcquireAsync(K).join()).contains(this.handle);
		assertThat(this.fake.tryAcquireAsync(BOTH).join()).contains(this.handle);
		assertThat(this.fake.keys()).containsExactly("k", "k", "k", "k", "j", "k", "k", "k", "k", "j");
		then(this.handle).should(never()).close();
		assertThat(this.fake.asLock("k").tryLock()).isTrue();
	}

	@Test
	void attemptsAskWithoutAWaitTimeUnlessTheyHaveOne() {
		this.fake.tryAcquire("k");
		this.fake.tryAcquire(K);
		this.fake.tryAcquire(BOTH);
		this.fake.tryAcquireAsync("k");
		this.fake.tryRun("k", () -> {
		});
		assertThat(this.fake.requests).extracting(LockRequest::waitTime).containsOnly(Duration.ZERO);
		this.fake.requests.clear();
		LockRequest patient = K.withWaitTime(LockRequest.FOREVER);
		this.fake.tryAcquire(patient);
		this.fake.tryAcquireAsync(List.of(patient));
		this.fake.acquire("k");
		assertThat(this.fake.requests).containsExactly(patient, patient, K);
	}

	@Test
	void fakeRunsActionsAndReleases() throws IOException {
		AtomicInteger runs = new AtomicInteger();
		Runnable action = () -> {
			assertThat(LockHandle.current()).isSameAs(this.handle);
			then(this.handle).should(times(runs.getAndIncrement())).close();
		};
		this.fake.run("k", action);
		this.fake.run(K, action);
		this.fake.run(BOTH, action);
		assertThat(this.fake.tryRun("k", action)).isTrue();
		assertThat(this.fake.tryRun(K, action)).isTrue();
		assertThat(this.fake.tryRun(BOTH, action)).isTrue();
		assertThat(this.fake.call("k", () -> write(action))).isEqualTo("written");
		assertThat(this.fake.call(K, () -> write(action))).isEqualTo("written");
		assertThat(this.fake.call(BOTH, () -> write(action))).isEqualTo("written");
		then(this.handle).should(times(9)).close();
	}

	private static String write(Runnable action) throws IOException {
		action.run();
		return "written";
	}

	@Test
	void busyFakeSkipsAndRefuses() {
		this.fake.refusal = Reason.BUSY;
		AtomicInteger runs = new AtomicInteger();
		assertThat(this.fake.tryRun("k", runs::incrementAndGet)).isFalse();
		assertThat(this.fake.tryRun(BOTH, runs::incrementAndGet)).isFalse();
		assertThat(this.fake.tryAcquire(K)).isEmpty();
		assertThat(this.fake.tryAcquireAsync(K).join()).isEmpty();
		assertThat(this.fake.tryAcquireAsync(BOTH).join()).isEmpty();
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.fake.run("k", runs::incrementAndGet));
		assertThat(runs).hasValue(0);
	}

	@ParameterizedTest
	@EnumSource(value = Reason.class, names = "BUSY", mode = EnumSource.Mode.EXCLUDE)
	void refusalForAnotherReasonIsNotABusyLock(Reason reason) {
		this.fake.refusal = reason;
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.fake.tryAcquire("k"));
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.fake.tryRun("k", () -> {
		}));
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> this.fake.tryAcquireAsync("k").join())
			.withCauseInstanceOf(LockNotAcquiredException.class);
	}

	@Test
	void lossIsReportedOrSuppressed() {
		LockLostException loss = new LockLostException("k", LockLostException.Reason.EXPIRED);
		willThrow(loss).given(this.handle).close();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.fake.tryRun("k", () -> {
		})).isSameAs(loss);
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.fake.call("k", () -> {
			throw new IOException("disk");
		})).satisfies((ex) -> assertThat(ex.getSuppressed()).containsExactly(loss));
	}

	@Test
	void canceledTryCancelsTheAttempt() {
		CompletableFuture<LockHandle> attempt = new CompletableFuture<>();
		this.fake.attempt = attempt;
		CompletableFuture<Optional<LockHandle>> future = this.fake.tryAcquireAsync("k");
		future.cancel(true);
		assertThat(attempt).isCancelled();
		assertThatExceptionOfType(CancellationException.class).isThrownBy(future::join);
	}

	@Test
	void lockThatComesAfterTheCancellationIsReleased() {
		CompletableFuture<LockHandle> attempt = new CompletableFuture<>() {

			@Override
			public boolean cancel(boolean mayInterruptIfRunning) {
				// The grant wins the race.
				complete(OwnLockServiceTests.this.handle);
				return false;
			}

		};
		this.fake.attempt = attempt;
		this.fake.tryAcquireAsync("k").cancel(true);
		then(this.handle).should().release();
	}

	// --- a decorator

	@Test
	void decoratorSeesEachRequestOnce() {
		Decorator locks = new Decorator(this.client.service());
		locks.run("k", () -> assertThat(locks.tryRun("k", () -> {
		})).as("nested").isTrue());
		assertThat(locks.keys()).containsExactly("tenant:k", "tenant:k");
		try (LockHandle held = locks.acquireAsync("k").join()) {
			assertThat(held.key()).isEqualTo("tenant:k");
			assertThat(locks.tryRun(BOTH, () -> {
			})).isFalse();
			assertThat(locks.tryAcquireAsync("k").join()).isEmpty();
			assertThat(locks.asLock("k").tryLock()).isFalse();
			assertThat(locks.inspect("k")).isPresent();
		}
		assertThat(locks.call(BOTH, () -> LockHandle.current().parts())).hasSize(2);
		assertThat(this.client.admin().list("").locks()).isEmpty();
	}

	/** Grants each lock, or refuses each. */
	private static final class Fake extends Recorder {

		private final LockHandle handle;

		private Reason refusal;

		private CompletableFuture<LockHandle> attempt;

		private Fake(LockHandle handle) {
			this.handle = handle;
		}

		@Override
		public LockHandle acquire(LockRequest request) {
			return acquire(List.of(request));
		}

		@Override
		public LockHandle acquire(Collection<LockRequest> all) {
			this.requests.addAll(all);
			if (this.refusal != null) {
				throw new LockNotAcquiredException("k", this.refusal);
			}
			return this.handle;
		}

		@Override
		public CompletableFuture<LockHandle> acquireAsync(LockRequest request) {
			return acquireAsync(List.of(request));
		}

		@Override
		public CompletableFuture<LockHandle> acquireAsync(Collection<LockRequest> all) {
			// An exception of the supplier is wrapped, as with other futures.
			return (this.attempt != null) ? this.attempt
					: CompletableFuture.completedFuture(all).thenApply(this::acquire);
		}

		@Override
		public Lock asLock(LockRequest request) {
			return asReadWriteLock(request.key()).writeLock();
		}

		@Override
		public ReadWriteLock asReadWriteLock(String key) {
			return new ReentrantReadWriteLock();
		}

		@Override
		public Optional<LockInfo> inspect(String key) {
			return Optional.empty();
		}

		@Override
		public boolean release(String key, String token) {
			return false;
		}

	}

	/** Gives all keys a prefix. */
	private static final class Decorator extends Recorder {

		private final LockService locks;

		private Decorator(LockService locks) {
			this.locks = locks;
		}

		private LockRequest changed(LockRequest request) {
			LockRequest changed = request.withKey("tenant:" + request.key());
			this.requests.add(changed);
			return changed;
		}

		private List<LockRequest> changed(Collection<LockRequest> all) {
			return all.stream().map(this::changed).toList();
		}

		@Override
		public LockHandle acquire(LockRequest request) {
			return this.locks.acquire(changed(request));
		}

		@Override
		public LockHandle acquire(Collection<LockRequest> all) {
			return this.locks.acquire(changed(all));
		}

		@Override
		public CompletableFuture<LockHandle> acquireAsync(LockRequest request) {
			return this.locks.acquireAsync(changed(request));
		}

		@Override
		public CompletableFuture<LockHandle> acquireAsync(Collection<LockRequest> all) {
			return this.locks.acquireAsync(changed(all));
		}

		@Override
		public Lock asLock(LockRequest request) {
			return this.locks.asLock(changed(request));
		}

		@Override
		public ReadWriteLock asReadWriteLock(String key) {
			return this.locks.asReadWriteLock("tenant:" + key);
		}

		@Override
		public Optional<LockInfo> inspect(String key) {
			return this.locks.inspect("tenant:" + key);
		}

		@Override
		public boolean release(String key, String token) {
			return this.locks.release("tenant:" + key, token);
		}

	}

	/** Records the requests that its abstract methods receive. */
	private abstract static class Recorder implements LockService {

		final List<LockRequest> requests = new ArrayList<>();

		List<String> keys() {
			return this.requests.stream().map(LockRequest::key).toList();
		}

	}

}
