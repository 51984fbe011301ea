package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.LockHandle;
import io.lockstarter.LockInfo;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.store.Release;
import io.lockstarter.testsupport.Renewals;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests the contract of the lock service on every store. Two instances share a store.
 * Numbers are those of the behaviors.
 */
@Timeout(60)
abstract class LockServiceContractTests extends LockServiceFormsContractTests {

	// --- basics

	@Test // 1, 4
	void acquireAndReleaseAndAcquireAgain() {
		LockHandle handle = here().acquire("k");
		assertThat(handle.isHeld()).isTrue();
		assertThat(handle.release()).isTrue();
		assertThat(handle.isHeld()).isFalse();
		there().acquire("k").close();
		here().acquire("k").close();
	}

	@Test // 2, 13
	void acquireWhenHeldElsewhereReturnsEmpty() {
		try (LockHandle handle = here().acquire("k")) {
			assertThat(there().tryAcquire("k")).isEmpty();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> there().acquire(K.withWaitTime(Duration.ZERO)))
				.withMessageContaining("'k'")
				.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.BUSY));
			handle.ensureHeld();
		}
	}

	@Test // 3
	void keysAreIndependent() {
		try (LockHandle one = here().acquire("one"); LockHandle two = there().acquire("two")) {
			assertThat(one.isHeld()).isTrue();
			assertThat(two.isHeld()).isTrue();
		}
	}

	@Test // 33
	void oneThreadHoldsManyKeysAndEachIsReleased() {
		List<LockHandle> handles = new ArrayList<>();
		for (int i = 0; i < 300; i++) {
			handles.add(here().acquire("many:" + i));
		}
		assertThat(there().tryAcquire("many:150")).isEmpty();
		handles.forEach(LockHandle::close);
		for (int i = 0; i < 300; i++) {
			assertThat(there().inspect("many:" + i)).isEmpty();
		}
	}

	@Test // 45
	void manyThreadsAcquireAndReleaseTheirOwnKeysWhileTheWatchdogRuns() throws Exception {
		List<Future<?>> workers = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			LockRequest own = LockRequest.of("own:" + i);
			workers.add(this.threads.submit(() -> {
				for (int n = 0; n < 100; n++) {
					eager().acquire(own).close();
				}
			}));
		}
		for (Future<?> worker : workers) {
			worker.get();
		}
	}

	@Test // 5, 8, 43
	void fixedTtlEndsByItselfAndTheCallerIsNotified() {
		LockHandle handle = here().acquire(K.withTtl(BRIEF).withRenew(false));
		LockHandle next = there().acquire(K.withWaitTime(TestTimeouts.LIMIT));
		assertThat(handle.isHeld()).isFalse();
		assertThat(handle.release()).isFalse();
		assertThat(next.isHeld()).as("7: the next holder keeps its lock").isTrue();
		next.close();
	}

	@Test // 8
	void closeAfterALossThrows() {
		LockHandle handle = here().acquire(K.withTtl(BRIEF).withRenew(false));
		await().until(() -> !handle.isHeld());
		assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::ensureHeld);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::close)
			.withMessageContaining("'k'")
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(LockLostException.Reason.EXPIRED));
		handle.close();
	}

	@Test // 6
	void nonOwnerCannotRelease() {
		try (LockHandle handle = here().acquire("k")) {
			assertThat(there().release("k", "token of another caller")).isFalse();
			assertThat(handle.isHeld()).isTrue();
			assertThat(there().tryAcquire("k")).isEmpty();
		}
	}

	@Test // 9
	void handleCanBeReleasedByAnotherThread() throws Exception {
		LockHandle handle = here().acquire("k");
		assertThat(this.threads.submit(handle::release).get()).isTrue();
		there().acquire("k").close();
	}

	@Test // 10
	void releaseByTokenFromAnotherInstanceIsALossForTheHolder() {
		LockHandle handle = eager().acquire(K);
		assertThat(there().release("k", handle.token())).isTrue();
		await().until(() -> !handle.isHeld());
		assertThat(handle.release()).isFalse();
	}

	@Test // 10
	void releaseByTokenInTheSameInstanceIsALossAtOnce() {
		LockHandle handle = here().acquire("k");
		assertThat(here().release("k", handle.token())).isTrue();
		assertThat(handle.isHeld()).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::close)
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(LockLostException.Reason.RELEASED_BY_TOKEN));
		assertThat(there().tryAcquire("k")).isPresent().get().satisfies(LockHandle::close);
	}

	@Test // 11, 12
	void inspectReturnsTheHolderAndTheRemainingTime() {
		assertThat(there().inspect("k")).isEmpty();
		try (LockHandle handle = here().acquire(K.withTtl(Duration.ofSeconds(20)))) {
			LockInfo seenThere = there().inspect("k").orElseThrow();
			assertThat(seenThere.holder().token()).isEqualTo(handle.token());
			assertThat(seenThere.holder().instance()).contains(here().instance());
			assertThat(seenThere.holder().since()).isPresent();
			assertThat(seenThere.holder().heldHere()).isFalse();
			assertThat(seenThere.holder().remaining()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(20));
			assertThat(handle.remaining()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(20));
			LockInfo seenHere = here().inspect("k").orElseThrow();
			assertThat(seenHere.holder().heldHere()).isTrue();
			assertThat(seenHere.holder().holds()).isOne();
		}
	}

	@Test // 14
	void waitingLastsUntilTheDeadline() {
		try (LockHandle handle = here().acquire("k")) {
			long start = System.nanoTime();
			assertThat(eager().tryAcquire(K.withWaitTime(Duration.ofMillis(300)))).isEmpty();
			assertThat(Duration.ofNanos(System.nanoTime() - start)).as("not less")
				.isGreaterThanOrEqualTo(Duration.ofMillis(300));
			assertThat(Duration.ofNanos(System.nanoTime() - start)).as("not more, on a slow machine")
				.isLessThan(TestTimeouts.LIMIT);
			assertThat(handle.isHeld()).isTrue();
		}
	}

	@Test
	void waiterAcquiresTheLockAfterTheRelease() throws Exception {
		LockHandle handle = here().acquire("k");
		Future<LockHandle> waiter = this.threads.submit(() -> there().acquire(K.withWaitTime(LockRequest.FOREVER)));
		awaitWaiting(this.there);
		handle.close();
		waiter.get().close();
	}

	@Test
	void extendMakesAFixedHoldLastLonger() {
		LockHandle handle = here().acquire(K.withTtl(Duration.ofSeconds(20)).withRenew(false));
		handle.extend(Duration.ofMinutes(1));
		assertThat(handle.remaining()).isGreaterThan(Duration.ofSeconds(30));
		handle.extend(Duration.ofSeconds(1));
		assertThat(handle.remaining()).as("never shortens").isGreaterThan(Duration.ofSeconds(30));
		handle.close();
	}

	@Test // 16
	void minHoldKeepsTheKeyAfterTheRelease() {
		long start = System.nanoTime();
		here().acquire(K.withMinHold(Duration.ofSeconds(1))).close();
		there().acquire(K.withWaitTime(TestTimeouts.LIMIT)).close();
		// The clock of a server may differ a little.
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(900));
	}

	// --- reentrancy

	@Test // 17, 18
	void innerReleaseKeepsTheLock() {
		LockHandle outer = here().acquire("k");
		LockHandle inner = here().acquire("k");
		assertThat(inner.token()).isEqualTo(outer.token());
		assertThat(here().inspect("k").orElseThrow().holder().holds()).isEqualTo(2);
		inner.close();
		assertThat(outer.isHeld()).isTrue();
		assertThat(inner.isHeld()).isFalse();
		assertThat(there().tryAcquire("k")).isEmpty();
		outer.close();
		assertThat(there().tryAcquire("k")).isPresent().get().satisfies(LockHandle::close);
	}

	@Test // 19, 37
	void renewalSurvivesReentry() {
		LockHandle outer = eager().acquire(K);
		eager().acquire(K).close();
		assertThat(Renewals.awaitRenewal(outer)).isTrue();
		outer.close();
	}

	@Test // 20
	void reentryAfterExpiryIsANewAcquisition() {
		LockHandle lost = here().acquire(K.withTtl(BRIEF).withRenew(false));
		await().until(() -> !lost.isHeld());
		LockHandle reacquired = here().acquire(K.withWaitTime(TestTimeouts.LIMIT));
		assertThat(reacquired.token()).isNotEqualTo(lost.token());
		assertThat(reacquired.isHeld()).isTrue();
		assertThat(lost.release()).isFalse();
		assertThat(reacquired.isHeld()).isTrue();
		reacquired.close();
	}

	@Test // 22
	void anotherThreadOfTheSameInstanceIsAnotherOwner() throws Exception {
		try (LockHandle handle = here().acquire("k")) {
			assertThat(this.threads.submit(() -> here().tryAcquire("k")).get()).isEmpty();
			assertThat(handle.isHeld()).isTrue();
		}
	}

	@Test // 23
	void twoServicesInOneProcessExcludeEachOtherOnOneThread() {
		try (LockHandle handle = here().acquire("k")) {
			assertThat(there().tryAcquire("k")).isEmpty();
			assertThat(handle.isHeld()).isTrue();
		}
	}

	@Test
	void nestedRequestWithALongerTtlExtendsAFixedHold() {
		LockHandle outer = here().acquire(K.withTtl(Duration.ofSeconds(20)).withRenew(false));
		LockHandle inner = here().acquire(K.withTtl(Duration.ofMinutes(1)).withRenew(false));
		assertThat(inner.remaining()).isGreaterThan(Duration.ofSeconds(30));
		inner.close();
		outer.close();
	}

	// --- waiting

	@Test // 24, 26
	void waitingIsInterruptibleAndLeavesNothing() throws Exception {
		LockHandle handle = here().acquire("k");
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		Future<Boolean> waiter = this.threads.submit(() -> {
			thread.complete(Thread.currentThread());
			// If the interrupt hits a command, its token stays unconfirmed for two ttl or
			// more.
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> there().acquire(K.withTtl(BRIEF).withWaitTime(LockRequest.FOREVER)))
				.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.INTERRUPTED));
			return Thread.currentThread().isInterrupted();
		});
		awaitWaiting(this.there);
		thread.get().interrupt();
		assertThat(waiter.get()).as("the flag is set").isTrue();
		await().untilAsserted(() -> assertThat(this.there.entries()).isZero());
		handle.close();
		assertThat(there().inspect("k")).isEmpty();
	}

	@Test // 27
	void releaseOnAnInterruptedThreadStillReleases() {
		LockHandle handle = here().acquire("k");
		Thread.currentThread().interrupt();
		assertThat(handle.release()).isTrue();
		assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
		assertThat(there().inspect("k")).isEmpty();
	}

	@Test // 13
	void tryWithoutWaitingIgnoresTheInterruptFlag() {
		Thread.currentThread().interrupt();
		Optional<LockHandle> handle = here().tryAcquire("k");
		assertThat(Thread.interrupted()).isTrue();
		assertThat(handle).isPresent().get().satisfies(LockHandle::close);
	}

	@Test
	void localWaitersAcquireTheLockInOrder() throws Exception {
		LockHandle handle = here().acquire("k");
		List<Integer> served = new ArrayList<>();
		List<Future<?>> waiters = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			int number = i;
			waiters.add(this.threads
				.submit(() -> here().run(K.withWaitTime(LockRequest.FOREVER), () -> served.add(number))));
			int queued = i + 1;
			await().until(() -> here().waiting("k") == queued);
		}
		handle.close();
		for (Future<?> waiter : waiters) {
			waiter.get();
		}
		assertThat(served).containsExactly(0, 1, 2, 3, 4);
	}

	@Test
	void manyThreadsOfTwoInstancesNeverOverlap() throws Exception {
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger overlaps = new AtomicInteger();
		int[] unprotected = new int[1];
		List<Future<?>> workers = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			LockEngine locks = (i % 2 == 0) ? here() : there();
			workers.add(this.threads.submit(() -> {
				for (int n = 0; n < 25; n++) {
					locks.run(K.withWaitTime(LockRequest.FOREVER), () -> {
						overlaps.addAndGet(inside.getAndIncrement());
						unprotected[0]++;
						inside.decrementAndGet();
					});
				}
			}));
		}
		for (Future<?> worker : workers) {
			worker.get();
		}
		assertThat(overlaps).hasValue(0);
		assertThat(unprotected[0]).isEqualTo(8 * 25);
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "SUBSCRIPTION" })
	void callersThatDoNotBlockNeverOverlap(CallerForm form) {
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger overlaps = new AtomicInteger();
		int[] unprotected = new int[1];
		List<CompletableFuture<Void>> callers = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			TestInstance instance = (i % 2 == 0) ? this.here : this.there;
			callers.add(form.repeat(instance, K.withWaitTime(LockRequest.FOREVER), 15, () -> {
				overlaps.addAndGet(inside.getAndIncrement());
				unprotected[0]++;
				inside.decrementAndGet();
			}));
		}
		callers.forEach((caller) -> caller.orTimeout(100, TimeUnit.SECONDS).join());
		assertThat(overlaps).hasValue(0);
		assertThat(unprotected[0]).isEqualTo(8 * 15);
	}

	// --- loss

	@Test // 44
	void lossIsReportedToTheHolder() throws Exception {
		LockHandle handle = here().acquire(K.withTtl(Duration.ofSeconds(1)));
		CountDownLatch lossReported = new CountDownLatch(1);
		handle.onLost(lossReported::countDown);
		this.store.release(new Release("k", handle.token(), 0));
		assertThat(lossReported.await(30, TimeUnit.SECONDS)).isTrue();
		assertThat(handle.isHeld()).isFalse();
		CountDownLatch late = new CountDownLatch(1);
		handle.onLost(late::countDown);
		assertThat(late.await(30, TimeUnit.SECONDS)).as("at once if it was lost already").isTrue();
	}

	@Test
	void releaseThatFindsAnotherHolderReportsTheLoss() {
		LockHandle handle = here().acquire("k");
		this.store.release(new Release("k", handle.token(), 0));
		LockHandle successor = there().acquire("k");
		assertThat(handle.release()).isFalse();
		assertThat(successor.isHeld()).isTrue();
		successor.close();
	}

	@Test // 75
	void exceptionOfTheActionIsThrownWithTheLossSuppressed() {
		IllegalStateException failure = new IllegalStateException("action");
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> here().call(K, () -> {
			this.store.release(new Release("k", LockHandle.current().token(), 0));
			throw failure;
		}))
			.isSameAs(failure)
			.satisfies((ex) -> assertThat(ex.getSuppressed()).hasSize(1).allMatch(LockLostException.class::isInstance));
	}

	@Test
	void runReleasesTheLockIfTheActionFails() {
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> here().run(K, () -> {
			throw new IllegalStateException();
		}));
		assertThat(there().inspect("k")).isEmpty();
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(LockHandle::current);
	}

	// --- futures

	@Test
	void acquireAsyncWaitsWithoutAThreadOfTheCaller() {
		LockHandle handle = here().acquire("k");
		CompletableFuture<LockHandle> waiter = here().acquireAsync(K.withWaitTime(LockRequest.FOREVER));
		awaitWaiting(this.here);
		assertThat(waiter).isNotDone();
		handle.close();
		waiter.join().close();
	}

	@Test
	void acquireAsyncFailsAfterTheWaitTime() {
		try (LockHandle handle = here().acquire("k")) {
			CompletableFuture<LockHandle> waiter = there().acquireAsync(K.withWaitTime(BRIEF));
			assertThatExceptionOfType(CompletionException.class).isThrownBy(waiter::join)
				.withCauseInstanceOf(LockNotAcquiredException.class);
			assertThat(handle.isHeld()).isTrue();
		}
	}

	@Test
	void canceledFutureLeavesNoWaiter() {
		try (LockHandle handle = here().acquire("k")) {
			CompletableFuture<LockHandle> waiter = there().acquireAsync(K.withWaitTime(LockRequest.FOREVER));
			awaitWaiting(this.there);
			waiter.cancel(false);
			assertThatExceptionOfType(CancellationException.class).isThrownBy(waiter::join);
			await().until(() -> this.there.entries() == 0);
			assertThat(handle.isHeld()).isTrue();
		}
	}

	@Test
	void cancelingAtAnyTimeLeavesNoLock() {
		for (int i = 0; i < 200; i++) {
			CompletableFuture<LockHandle> future = here().acquireAsync(K.withWaitTime(TestTimeouts.LIMIT));
			LockSupport.parkNanos(i * 1_000L);
			if (!future.cancel(false)) {
				future.join().close();
			}
		}
		await().until(() -> this.here.entries() == 0);
		await().until(() -> there().inspect("k").isEmpty());
	}

	@Test
	void holdOfAFutureBelongsToNoThread() throws ExecutionException, InterruptedException {
		LockHandle handle = here().acquireAsync(K).get();
		assertThat(here().tryAcquire("k")).as("not nested").isEmpty();
		handle.close();
	}

	// --- shutdown

	@Test
	void closedServiceRefusesWaitersAndReleasesItsLocks() throws Exception {
		LockHandle handle = here().acquire("k");
		Future<?> waiter = this.threads.submit(() -> here().acquire(K.withWaitTime(LockRequest.FOREVER)));
		await().until(() -> here().waiting("k") == 1);
		here().close(Duration.ofMillis(50));
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(waiter::get)
			.withCauseInstanceOf(LockNotAcquiredException.class);
		assertThat(handle.isHeld()).isFalse();
		assertThat(there().inspect("k")).isEmpty();
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> here().acquire("k"))
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.SHUTDOWN));
		String before = here().instance();
		here().open();
		assertThat(here().instance()).isNotEqualTo(before);
		here().acquire("k").close();
	}

	@Test
	void closingWaitsForHolders() throws Exception {
		LockHandle handle = here().acquire("k");
		Future<?> closing = this.threads.submit(() -> here().close(Duration.ofSeconds(30)));
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> {
			while (true) {
				here().acquire("other").close();
			}
		});
		assertThat(handle.isHeld()).isTrue();
		assertThat(handle.release()).isTrue();
		closing.get();
	}

}
