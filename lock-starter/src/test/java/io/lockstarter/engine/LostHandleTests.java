package io.lockstarter.engine;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests handles that the application has lost without releasing them. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class LostHandleTests {

	private static final Duration LIMIT = Duration.ofSeconds(60);

	private static final LockRequest K = LockRequest.of("k");

	private final Map<String, Integer> renewals = new ConcurrentHashMap<>();

	private final FaultyStore store = new FaultyStore(new InMemoryLockStore()) {

		@Override
		public List<RenewReply> renew(List<Renewal> batch) {
			batch.forEach((each) -> LostHandleTests.this.renewals.merge(each.lease().key(), 1, Integer::sum));
			return super.renew(batch);
		}

	};

	/** Checks often in a long ttl: a machine that stops for a while causes no loss. */
	private final TestInstance instance = new TestInstance(this.store,
			settings(Duration.ofMinutes(2), Duration.ofMillis(100)));

	private final LockEngine locks = this.instance.locks();

	private final Object owner = new Object();

	@AfterEach
	void close() {
		this.instance.close();
	}

	@Test
	void asynchronousHandleIsReportedOnceAndItsLockIsNotRenewed(CapturedOutput output) {
		acquireAndDrop(K);
		awaitReport(output, "The application has lost the handle of lock 'k'");
		assertThat(output).contains("release it in a finally block, or use ReactiveLockService.withLock");
		int before = renewals("k");
		checkSomeTimes();
		// One renewal may have been in flight.
		assertThat(renewals("k")).isLessThanOrEqualTo(before + 1);
		assertThat(output.toString().split("has lost the handle", -1)).hasSize(2);
	}

	@Test
	void lockWithAnOnLostActionIsReportedOnceAndRenewed(CapturedOutput output) {
		this.locks.acquireAsync(K).join().onLost(() -> {
		});
		awaitReport(output, "The lock is still renewed, since the application has an onLost action");
		int before = renewals("k");
		await().atMost(LIMIT).until(() -> renewals("k") > before + 1);
		assertThat(output.toString().split("has lost the handle", -1)).hasSize(2);
	}

	@Test
	void actionOfTheLibraryDoesNotKeepTheLock(CapturedOutput output) {
		this.locks.acquireAsync(K).join().onLost(new WeakLossAction<>(this, (test) -> {
		}));
		awaitReport(output, "The lock is no longer renewed");
	}

	@Test
	void lockOfALostHandleBecomesFree() {
		try (TestInstance brief = new TestInstance(this.store, settings(Duration.ofSeconds(3), null))) {
			brief.locks().acquireAsync(K).join();
			await().atMost(LIMIT).pollInterval(Duration.ofMillis(200)).until(() -> {
				System.gc();
				return this.locks.tryAcquire("k").isPresent();
			});
		}
	}

	@Test
	void severalLostHandlesAreReported(CapturedOutput output) {
		drop(this.locks.acquireAsync(List.of(K, LockRequest.of("second"))).join());
		awaitReport(output, "the handle of lock 'k'");
		awaitReport(output, "the handle of lock 'second'");
	}

	@Test
	void holdIsRenewedWhileOneOfItsNestedHandlesIsReachable(CapturedOutput output) {
		LockHandle[] handles = { acquireNested(), acquireNested() };
		acquireAndDrop(K);
		Arrays.fill(handles, 0, 1, null);
		int before = renewals("k");
		checkSomeTimes();
		assertThat(renewals("k")).isGreaterThan(before + 1);
		assertThat(handles[1].isHeld()).isTrue();
		assertThat(output).doesNotContain("has lost the handle");
		Arrays.fill(handles, null);
		awaitReport(output, "has lost the handle of lock 'k'");
	}

	@Test
	void nestedHandleAfterTheReportIsRenewedAgain(CapturedOutput output) {
		acquireAndDrop(K);
		awaitReport(output, "has lost the handle of lock 'k'");
		LockHandle nested = acquireNested();
		int before = renewals("k");
		await().atMost(LIMIT).until(() -> renewals("k") > before + 1);
		assertThat(nested.isHeld()).isTrue();
	}

	@Test
	void lockWhoseTokenIsKnownIsRenewed(CapturedOutput output) {
		String token = acquireNested().token();
		int before = renewals("k");
		checkSomeTimes();
		assertThat(renewals("k")).isGreaterThan(before + 1);
		assertThat(output).doesNotContain("has lost the handle");
		assertThat(this.locks.release("k", token)).isTrue();
	}

	@Test
	void handleOfARunningThreadIsReportedOnceAndItsLockIsRenewed(CapturedOutput output) {
		drop(this.locks.acquire(K));
		String thread = Thread.currentThread().getName();
		awaitReport(output, "Thread '" + thread + "' has lost the handle of lock 'k'");
		int before = renewals("k");
		checkSomeTimes();
		assertThat(renewals("k")).isGreaterThan(before + 1);
		assertThat(output.toString().split("has lost the handle", -1)).hasSize(2);
		try (LockHandle nested = this.locks.acquire(K)) {
			assertThat(nested.isHeld()).isTrue();
		}
	}

	// Its thread does not work under the lock any more.
	@Test
	void detachedHandleIsReportedOnceAndItsLockIsNotRenewed(CapturedOutput output) {
		InternalHandle.detach(this.locks.acquire(K));
		awaitReport(output, "The application has lost the handle of lock 'k'");
		assertThat(output).contains("The lock is no longer renewed and ends with its ttl. Complete the stage");
		int before = renewals("k");
		checkSomeTimes();
		// One renewal may have been in flight.
		assertThat(renewals("k")).isLessThanOrEqualTo(before + 1);
		assertThat(output.toString().split("has lost the handle", -1)).hasSize(2);
	}

	@Test
	void lockIsRenewedIfItsThreadMayWorkBesideTheLostDetachedHandle(CapturedOutput output) {
		drop(this.locks.acquire(K));
		InternalHandle.detach(this.locks.acquire(K));
		awaitReport(output, "The lock is renewed until the thread ends");
		int before = renewals("k");
		await().atMost(LIMIT).until(() -> renewals("k") > before + 1);
	}

	@Test
	void handleThatIsNotLostIsNotReported(CapturedOutput output) {
		this.locks.acquire("released").close();
		this.locks.acquireAsync(LockRequest.of("released-later")).join().close();
		drop(this.locks.acquire(LockRequest.of("fixed").withTtl(Duration.ofMinutes(1)).withRenew(false)));
		release(this.locks.acquire("lost"));
		LockHandle kept = this.locks.acquire("kept");
		Lock lock = this.locks.asLock("adapter");
		lock.lock();
		try {
			checkSomeTimes();
		}
		finally {
			lock.unlock();
		}
		assertThat(output).doesNotContain("has lost the handle");
		assertThat(kept.isHeld()).isTrue();
	}

	private void release(LockHandle handle) {
		this.locks.release(handle.key(), handle.token());
	}

	private void drop(LockHandle handle) {
		assertThat(handle.isHeld()).isTrue();
	}

	private void acquireAndDrop(LockRequest request) {
		drop(this.locks.acquireCustomized(List.of(request), this.owner).toCompletableFuture().join());
	}

	private LockHandle acquireNested() {
		return this.locks.acquireCustomized(List.of(K), this.owner).toCompletableFuture().join();
	}

	private int renewals(String key) {
		return this.renewals.getOrDefault(key, 0);
	}

	/** Waits until the watchdog has checked all holds after a garbage collection. */
	private void checkSomeTimes() {
		try (LockHandle marker = this.locks.acquire("marker")) {
			int before = renewals("marker");
			await().atMost(LIMIT).pollInterval(Duration.ofMillis(100)).until(() -> {
				System.gc();
				return renewals("marker") > before + 5;
			});
			assertThat(marker.isHeld()).isTrue();
		}
	}

	private static void awaitReport(CapturedOutput output, String text) {
		await().atMost(LIMIT).pollInterval(Duration.ofMillis(100)).until(() -> {
			System.gc();
			return output.toString().contains(text);
		});
	}

	private static LockSettings settings(Duration ttl, @Nullable Duration renewalInterval) {
		LockSettings usual = LockSettings.DEFAULT;
		return new LockSettings("app", ttl, usual.waitTime(), renewalInterval, usual.retry(), usual.longestSleep(),
				usual.release(), usual.handOff(), false);
	}

}
