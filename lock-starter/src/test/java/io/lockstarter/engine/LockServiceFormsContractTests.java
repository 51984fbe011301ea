package io.lockstarter.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockScope;
import io.lockstarter.LockService;
import io.lockstarter.ReleaseMode;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests the forms in which code uses a lock, on every store: with a key alone, with an
 * action that may be skipped or may throw, and with a future. Two instances share a
 * store.
 */
@Timeout(60)
abstract class LockServiceFormsContractTests {

	static final Duration BRIEF = Duration.ofMillis(200);

	static final LockRequest K = LockRequest.of("k");

	/**
	 * Renews often, with a ttl that does not end on a busy machine. A request that
	 * ignores its own wait time waits longer than a test.
	 */
	static final LockSettings EAGER = new LockSettings("app", Duration.ofMinutes(2), LockRequest.FOREVER,
			Duration.ofMillis(100), RetrySettings.DEFAULT, Duration.ofSeconds(2), ReleaseMode.SYNC,
			HandOffSettings.DEFAULT, false);

	final ExecutorService threads = Executors.newCachedThreadPool();

	LockStore store;

	TestInstance here;

	TestInstance there;

	TestInstance eager;

	protected abstract LockStore store();

	@BeforeEach
	void start() {
		this.store = store();
		this.here = new TestInstance(this.store);
		this.there = new TestInstance(this.store);
		this.eager = new TestInstance(this.store, EAGER);
	}

	@AfterEach
	void nothingIsLeftBehind() {
		this.threads.shutdownNow();
		// Always closed, so that no test affects the next one.
		try (TestInstance one = this.here; TestInstance two = this.there; TestInstance three = this.eager) {
			await().untilAsserted(() -> assertThat(one.entries()).as("here").isZero());
			await().untilAsserted(() -> assertThat(two.entries()).as("there").isZero());
			await().untilAsserted(() -> assertThat(three.entries()).as("eager").isZero());
		}
	}

	// --- actions

	@Test
	void keyIsEnoughToRunAndToCall() {
		here().run("k", () -> assertThat(there().tryAcquire("k")).isEmpty());
		int result = here().call("k", () -> {
			assertThat(there().tryAcquire("k")).isEmpty();
			return LockHandle.current().key().length();
		});
		assertThat(result).isOne();
		assertThat(there().inspect("k")).isEmpty();
	}

	@Test
	void callThrowsExactlyTheExceptionsOfItsAction() throws IOException {
		assertThat(read(here(), "text")).isEqualTo("text");
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> read(here(), "")).withMessage("empty");
		assertThat(there().inspect("k")).isEmpty();
	}

	/** It compiles only if the type of the exception is inferred. */
	private static String read(LockService locks, String text) throws IOException {
		return locks.call(List.of(K), () -> locks.call("j", () -> locks.call(LockRequest.of("i"), () -> {
			if (text.isEmpty()) {
				throw new IOException("empty");
			}
			return text;
		})));
	}

	@Test
	void tryRunSkipsTheActionIfTheLockIsBusy() {
		AtomicInteger runs = new AtomicInteger();
		try (LockHandle handle = here().acquire("k")) {
			// The wait time of all locks has no limit here.
			assertThat(eager().tryRun("k", runs::incrementAndGet)).isFalse();
			assertThat(eager().tryRun(K, runs::incrementAndGet)).isFalse();
			assertThat(eager().tryRun(List.of(K, LockRequest.of("j")), runs::incrementAndGet)).isFalse();
			assertThat(handle.isHeld()).isTrue();
		}
		assertThat(runs).hasValue(0);
		assertThat(there().inspect("j")).isEmpty();
	}

	@Test
	void tryRunRunsTheActionUnderTheLockAndReleasesIt() {
		AtomicInteger runs = new AtomicInteger();
		Runnable action = () -> {
			assertThat(there().tryAcquire("k")).isEmpty();
			LockScope.ensureHeld();
			runs.incrementAndGet();
		};
		assertThat(here().tryRun("k", action)).isTrue();
		assertThat(here().tryRun(K, action)).isTrue();
		assertThat(here().tryRun(List.of(K, LockRequest.of("j")), action)).isTrue();
		assertThat(runs).hasValue(3);
		assertThatIllegalStateException().isThrownBy(() -> here().tryRun("k", () -> {
			throw new IllegalStateException("action");
		})).withMessage("action");
		assertThat(there().inspect("k")).isEmpty();
		assertThat(there().inspect("j")).isEmpty();
	}

	@Test
	void tryRunReportsALoss() {
		assertThatExceptionOfType(LockLostException.class).isThrownBy(
				() -> here().tryRun("k", () -> this.store.release(new Release("k", LockHandle.current().token(), 0))));
	}

	@Test
	@SuppressWarnings("NullAway")
	void missingActionIsRefusedBeforeTheLockIsAcquired() {
		assertThatIllegalArgumentException().isThrownBy(() -> here().run("k", null));
		assertThatIllegalArgumentException().isThrownBy(() -> here().call("k", null));
		assertThatIllegalArgumentException().isThrownBy(() -> here().tryRun("k", null));
		assertThatIllegalArgumentException().isThrownBy(() -> here().tryRun(K, null));
		assertThat(there().inspect("k")).isEmpty();
	}

	@Test
	@SuppressWarnings("try")
	void scopeOfAHandleCanBeOpenedOnAnotherThread() throws Exception {
		LockHandle handle = here().acquire("k");
		String current = this.threads.submit(() -> {
			try (LockScope scope = handle.openScope()) {
				LockScope.ensureHeld();
				this.store.release(new Release("k", handle.token(), 0));
				assertThat(handle.release()).as("lost").isFalse();
				return LockHandle.current().key();
			}
		}).get();
		assertThat(current).isEqualTo("k");
		assertThatIllegalStateException().isThrownBy(LockHandle::current);
	}

	// --- futures of attempts

	@Test
	void tryAcquireAsyncReturnsAHandleThatBelongsToNoThread() {
		LockHandle handle = get(here().tryAcquireAsync("k")).orElseThrow();
		assertThat(here().tryAcquire("k")).as("not nested").isEmpty();
		handle.close();
		List<LockRequest> both = List.of(K, LockRequest.of("j"));
		LockHandle several = get(here().tryAcquireAsync(both)).orElseThrow();
		assertThat(several.parts()).hasSize(2);
		several.close();
		get(here().acquireAsync("k")).close();
	}

	@Test
	void tryAcquireAsyncIsEmptyIfTheLockIsBusy() {
		try (LockHandle handle = here().acquire("k")) {
			// The wait time of all locks has no limit here.
			assertThat(get(eager().tryAcquireAsync("k"))).isEmpty();
			assertThat(get(eager().tryAcquireAsync(K))).isEmpty();
			assertThat(get(eager().tryAcquireAsync(List.of(K, LockRequest.of("j"))))).isEmpty();
			assertThat(get(there().tryAcquireAsync(K.withWaitTime(BRIEF)))).isEmpty();
			assertThat(handle.isHeld()).isTrue();
		}
		await().until(() -> there().inspect("j").isEmpty());
	}

	@Test
	void tryAcquireAsyncWaitsAsLongAsItsRequest() {
		LockHandle handle = here().acquire("k");
		CompletableFuture<Optional<LockHandle>> waiter = there().tryAcquireAsync(K.withWaitTime(LockRequest.FOREVER));
		awaitWaiting(this.there);
		assertThat(waiter).isNotDone();
		handle.close();
		get(waiter).orElseThrow().close();
	}

	@Test
	void tryAcquireAsyncFailsForAnotherReasonThanABusyLock() {
		here().close(Duration.ZERO);
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> get(here().tryAcquireAsync(K)))
			.havingCause()
			.isInstanceOfSatisfying(LockNotAcquiredException.class,
					(ex) -> assertThat(ex.reason()).isEqualTo(Reason.SHUTDOWN));
		here().open();
	}

	@Test
	void canceledTryLeavesNoWaiter() {
		try (LockHandle handle = here().acquire("k")) {
			CompletableFuture<Optional<LockHandle>> waiter = there()
				.tryAcquireAsync(K.withWaitTime(LockRequest.FOREVER));
			awaitWaiting(this.there);
			waiter.cancel(false);
			assertThatExceptionOfType(CancellationException.class).isThrownBy(waiter::join);
			await().until(() -> this.there.entries() == 0);
			assertThat(handle.isHeld()).isTrue();
		}
	}

	@Test
	void cancelingATryAtAnyTimeLeavesNoLock() {
		for (int i = 0; i < 200; i++) {
			CompletableFuture<Optional<LockHandle>> future = here().tryAcquireAsync(K.withWaitTime(TestTimeouts.LIMIT));
			LockSupport.parkNanos(i * 1_000L);
			if (!future.cancel(false)) {
				get(future).ifPresent(LockHandle::close);
			}
		}
		await().until(() -> this.here.entries() == 0);
		await().until(() -> there().inspect("k").isEmpty());
	}

	/** Returns the result of a future, which must not come too late. */
	private static <T> T get(CompletableFuture<T> future) {
		return future.orTimeout(TestTimeouts.LIMIT.toSeconds(), TimeUnit.SECONDS).join();
	}

	void awaitWaiting(TestInstance instance) {
		await().until(() -> instance.locks().waiting("k") > 0);
	}

	LockEngine here() {
		return this.here.locks();
	}

	LockEngine eager() {
		return this.eager.locks();
	}

	LockEngine there() {
		return this.there.locks();
	}

}
