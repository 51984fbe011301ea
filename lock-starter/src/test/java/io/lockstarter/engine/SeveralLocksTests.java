package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockScope;
import io.lockstarter.ReleaseMode;
import io.lockstarter.internal.Limits;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.store.LockStore;
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

/** The contract of several locks at once, on any lock server. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings({ "NullAway", "try" })
abstract class SeveralLocksTests {

	/** Long ttl and no default wait, so that a stalled machine loses no lock. */
	private static final LockSettings SETTINGS = new LockSettings("app", Duration.ofMinutes(2), LockRequest.FOREVER,
			null, RetrySettings.DEFAULT, Duration.ofSeconds(2), ReleaseMode.SYNC, HandOffSettings.DEFAULT, false);

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<String> events = new CopyOnWriteArrayList<>();

	/** The keys for which callers of {@link #here} have begun to wait. */
	private final List<String> waits = new CopyOnWriteArrayList<>();

	private LockStore store;

	private TestInstance here;

	private TestInstance there;

	protected abstract LockStore store();

	@BeforeEach
	void start() {
		this.store = store();
		this.here = new TestInstance(this.store, SETTINGS, new LockListener() {

			@Override
			public void on(LockEvent event) {
				if (event instanceof LockEvent.Waiting waiting) {
					SeveralLocksTests.this.waits.add(waiting.key());
				}
				LockListener.super.on(event);
			}

			@Override
			public void acquired(LockEvent.Acquired event) {
				SeveralLocksTests.this.events.add("+" + event.key());
			}

			@Override
			public void notAcquired(LockEvent.NotAcquired event) {
				SeveralLocksTests.this.events.add("!" + event.key());
			}

			@Override
			public void released(LockEvent.Released event) {
				SeveralLocksTests.this.events.add("-" + event.key());
			}

		});
		this.there = new TestInstance(this.store, SETTINGS);
	}

	@AfterEach
	void nothingIsLeftBehind() {
		this.threads.shutdownNow();
		try (TestInstance one = this.here; TestInstance two = this.there) {
			await().untilAsserted(() -> assertThat(one.entries()).as("here").isZero());
			await().untilAsserted(() -> assertThat(two.entries()).as("there").isZero());
		}
	}

	// --- all

	@Test
	void allLocksAreAcquiredInOrderEachKeyOnce() {
		LockHandle handle = here().acquire(keys("c", "a", "b", "a"));
		assertThat(handle.key()).isEqualTo("a,b,c");
		assertThat(handle.isHeld()).isTrue();
		assertThat(handle.remaining()).isPositive();
		assertThat(handle.parts()).extracting(LockHandle::key).containsExactly("a", "b", "c");
		for (String key : List.of("a", "b", "c")) {
			assertThat(there().tryAcquire(key)).as(key).isEmpty();
		}
		handle.close();
		assertThat(handle.isHeld()).isFalse();
		assertThat(handle.remaining()).isZero();
		assertFree("a", "b", "c");
		// Listeners are called later, and the replies come in any order.
		await()
			.untilAsserted(() -> assertThat(this.events).containsExactlyInAnyOrder("+a", "+b", "+c", "-c", "-b", "-a"));
		assertThatIllegalStateException().isThrownBy(handle::ensureHeld).withMessageContaining("'a,b,c'");
		assertThat(handle.release()).isFalse();
	}

	@Test
	void firstRequestOfARepeatedKeyCounts() {
		LockHandle handle = here().acquire(List.of(LockRequest.of("a").withTtl(Duration.ofMinutes(5)),
				LockRequest.of("b"), LockRequest.of("a").withTtl(Duration.ofMinutes(1))));
		assertThat(handle.parts().get(0).remaining()).isGreaterThan(Duration.ofMinutes(3));
		handle.close();
	}

	@Test
	void emptyCollectionTakesNoLock() throws Exception {
		LockHandle handle = here().acquire(List.of());
		assertThat(handle.isHeld()).isTrue();
		handle.ensureHeld();
		assertThat(handle.parts()).isEmpty();
		assertThat(handle.key()).isEmpty();
		assertThat(handle.remaining()).isEqualTo(Limits.MAX_DURATION);
		assertThat(handle.release()).isTrue();
		assertThat(handle.isHeld()).isFalse();
		assertThat(here().tryAcquire(List.of())).isPresent();
		assertThat(here().call(List.of(), () -> LockHandle.current().isHeld())).isTrue();
		assertThat(here().acquireAsync(List.of()).join().isHeld()).isTrue();
		assertThat(this.events).isEmpty();
	}

	@Test
	void collectionWithOneKeyIsThatLock() {
		LockHandle handle = here().acquire(keys("a", "a"));
		assertThat(handle.parts()).containsExactly(handle);
		handle.close();
		assertThat(here().acquireAsync(keys("a")).join().release()).isTrue();
	}

	@Test
	void nullIsRefusedWithAnInstruction() {
		List<LockRequest> withNull = new ArrayList<>(keys("a"));
		withNull.add(null);
		assertThatIllegalArgumentException().isThrownBy(() -> here().acquire((Collection<LockRequest>) null))
			.withMessageContaining("pass an empty one");
		assertThatIllegalArgumentException().isThrownBy(() -> here().acquire(withNull))
			.withMessageContaining("LockRequest.of(key)");
		assertThatIllegalArgumentException().isThrownBy(() -> here().run(keys("a", "b"), null));
	}

	@Test
	void runAllAndCallAllOpenAScope() throws Exception {
		here().run(keys("a", "b"), () -> assertThat(LockHandle.current().key()).isEqualTo("a,b"));
		assertThat(here().call(keys("a", "b"), () -> {
			assertThat(there().tryAcquire("b")).isEmpty();
			return 42;
		})).isEqualTo(42);
		assertFree("a", "b");
	}

	@Test
	void releasedPartDoesNotHideTheLossOfALaterPart() {
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> here().run(keys("a", "b"), () -> {
			LockHandle handle = LockHandle.current();
			handle.parts().get(0).release();
			assertThatIllegalStateException().isThrownBy(handle::ensureHeld).withMessageContaining("'a' was released");
			LockScope.ensureHeld();
			LockHandle last = handle.parts().get(1);
			here().release(last.key(), last.token());
			assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::ensureHeld);
			assertThatExceptionOfType(LockLostException.class).isThrownBy(LockScope::ensureHeld);
		})).satisfies((ex) -> assertThat(ex.key()).isEqualTo("b"));
	}

	// --- or none

	@Test
	void noLockIsKeptIfOneIsBusy() {
		for (String busy : List.of("a", "b", "c")) {
			try (LockHandle other = there().acquire(busy)) {
				assertThat(here().tryAcquire(tries("a", "b", "c"))).as(busy).isEmpty();
				assertThatExceptionOfType(LockNotAcquiredException.class)
					.isThrownBy(() -> here().acquire(tries("a", "b", "c")))
					.satisfies((ex) -> assertThat(ex.key()).isEqualTo(busy))
					.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.BUSY));
				assertThatExceptionOfType(CompletionException.class)
					.isThrownBy(() -> here().acquireAsync(tries("a", "b", "c")).join())
					.withCauseInstanceOf(LockNotAcquiredException.class);
				assertThat(other.isHeld()).isTrue();
			}
			assertFree("a", "b", "c");
		}
		await().untilAsserted(() -> assertThat(this.events).filteredOn((event) -> event.startsWith("!"))
			.containsExactlyInAnyOrder("!a", "!a", "!a", "!b", "!b", "!b", "!c", "!c", "!c"));
	}

	@Test
	void busyLockIsReportedOnceAfterTheWaitTime() {
		try (LockHandle other = there().acquire("b")) {
			Duration wait = Duration.ofMillis(200);
			long start = System.nanoTime();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> here()
					.acquire(keys("a", "b", "c").stream().map((request) -> request.withWaitTime(wait)).toList()))
				.withMessageContaining("'b' was busy for");
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(wait);
			await().untilAsserted(() -> assertThat(this.events).contains("+a", "-a").containsOnlyOnce("!b"));
			assertThat(other.isHeld()).isTrue();
		}
		assertFree("a", "b", "c");
	}

	@Test
	void locksBehindTheBusyOneAreFreeWhileTheCallWaits() throws Exception {
		LockHandle other = there().acquire("b");
		Future<LockHandle> waiter = this.threads.submit(() -> here().acquire(keys("a", "b", "c")));
		await().until(() -> this.waits.contains("b"));
		await().until(() -> free("c"));
		assertThat(free("a")).as("before the busy one").isFalse();
		there().acquire("c").close();
		CompletableFuture<LockHandle> stage = here().acquireAsync(keys("b", "c"));
		await().until(() -> here().waiting("b") == 2);
		await().until(() -> free("c"));
		other.close();
		LockHandle first = waiter.get();
		assertThat(first.isHeld()).isTrue();
		assertThat(stage).isNotDone();
		first.close();
		stage.join().close();
		assertFree("a", "b", "c");
	}

	@Test
	void minimumHoldDoesNotKeepUnusedLocks() {
		LockHandle other = there().acquire("b");
		assertThat(here()
			.tryAcquire(List.of(LockRequest.of("a").withMinHold(Duration.ofMinutes(1)).withWaitTime(Duration.ZERO),
					LockRequest.of("b").withWaitTime(Duration.ZERO))))
			.isEmpty();
		other.close();
		assertFree("a", "b");
	}

	// --- one handle

	@Test
	void lossOfOneLockIsALossOfAll() throws Exception {
		LockHandle handle = here().acquire(keys("a", "b"));
		CountDownLatch lost = new CountDownLatch(1);
		handle.onLost(lost::countDown);
		assertThat(here().release("b", handle.parts().get(1).token())).isTrue();
		assertThat(handle.isHeld()).isFalse();
		assertThat(lost.await(30, TimeUnit.SECONDS)).isTrue();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::ensureHeld)
			.satisfies((ex) -> assertThat(ex.key()).isEqualTo("b"));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::close);
		assertFree("a", "b");
	}

	@Test
	void lockThatIsLostDuringTheWaitFailsTheCall() throws Exception {
		LockHandle other = there().acquire("b");
		Future<LockHandle> waiter = this.threads.submit(() -> here().acquire(
				List.of(LockRequest.of("a").withTtl(Duration.ofSeconds(3)).withRenew(false), LockRequest.of("b"))));
		await().until(() -> !free("a"));
		await().until(() -> free("a"));
		other.close();
		assertThat(waiter).failsWithin(TestTimeouts.LIMIT)
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(LockLostException.class);
		assertFree("a", "b");
	}

	@Test
	void eachLockHasItsOwnFencingNumber() {
		LockHandle handle = here().acquire(keys("a", "b").stream().map((one) -> one.withFencing(true)).toList());
		assertThat(handle.fencingNumber()).isEmpty();
		assertThat(handle.parts()).allSatisfy((part) -> assertThat(part.fencingNumber()).isPresent());
		handle.close();
	}

	@Test
	void extendExtendsAllLocks() {
		LockHandle handle = here().acquire(keys("a", "b"));
		handle.extend(Duration.ofMinutes(10));
		assertThat(handle.remaining()).isGreaterThan(Duration.ofMinutes(8));
		handle.close();
	}

	// --- nested holds

	@Test
	void heldLocksAreNested() {
		try (LockHandle outer = here().acquire("b")) {
			LockHandle inner = here().acquire(keys("a", "b"));
			LockHandle again = here().acquire(keys("a", "b"));
			again.close();
			assertThat(inner.isHeld()).isTrue();
			inner.close();
			assertThat(outer.isHeld()).isTrue();
			assertThat(there().tryAcquire("b")).isEmpty();
			assertFree("a");
		}
		assertFree("b");
	}

	/** The nested entry is left and entered again, but the outer hold stays. */
	@Test
	void heldLockBehindABusyOneStaysHeld() throws Exception {
		LockHandle other = there().acquire("a");
		Future<Boolean> nested = this.threads.submit(() -> {
			try (LockHandle outer = here().acquire("b"); LockHandle both = here().acquire(keys("a", "b"))) {
				return outer.isHeld() && both.isHeld();
			}
		});
		await().until(() -> here().waiting("a") == 1);
		assertThat(there().tryAcquire("b")).isEmpty();
		other.close();
		assertThat(nested.get()).isTrue();
		assertFree("a", "b");
	}

	// --- interrupts, cancellation, shutdown

	@Test
	void interruptEndsTheWaitAndLeavesNothing() throws Exception {
		LockHandle other = there().acquire("b");
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		Future<Boolean> waiter = this.threads.submit(() -> {
			thread.complete(Thread.currentThread());
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> here().acquire(keys("a", "b", "c")))
				.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.INTERRUPTED));
			return Thread.currentThread().isInterrupted();
		});
		await().until(() -> here().waiting("b") == 1);
		thread.get().interrupt();
		assertThat(waiter.get()).isTrue();
		assertFree("a", "c");
		other.close();
	}

	@Test
	void interruptedThreadTakesNoLockIfItWouldWait() {
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> here().acquire(keys("a", "b")));
		assertThat(Thread.interrupted()).isTrue();
		assertFree("a", "b");
	}

	@Test
	void tryWithoutWaitingIgnoresTheInterruptFlag() {
		Thread.currentThread().interrupt();
		Optional<LockHandle> handle = here().tryAcquire(tries("a", "b"));
		assertThat(Thread.interrupted()).isTrue();
		assertThat(handle).isPresent().get().satisfies(LockHandle::close);
	}

	@Test
	void canceledFutureLeavesNothing() {
		LockHandle other = there().acquire("b");
		CompletableFuture<LockHandle> waiter = here().acquireAsync(keys("a", "b", "c"));
		await().until(() -> here().waiting("b") == 1);
		waiter.cancel(false);
		await().until(() -> free("a") && free("c"));
		await().until(() -> here().waiting("b") == 0);
		assertThat(other.release()).isTrue();
		assertFree("a", "b", "c");
	}

	@Test
	void closedServiceRefusesAndKeepsNothing() {
		here().close(Duration.ZERO);
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> here().acquire(keys("a", "b")))
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.SHUTDOWN));
		here().open();
		assertFree("a", "b");
	}

	// --- many callers

	/** Four threads of two instances, random sets of keys, no limit for the wait. */
	@Test
	void callersWithRandomSetsNeverDeadlockOrOverlap() throws Exception {
		AtomicIntegerArray inside = new AtomicIntegerArray(6);
		List<Future<Integer>> workers = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			Random random = new Random(i);
			LockEngine locks = (i % 2 == 0) ? here() : there();
			boolean async = i >= 2;
			workers.add(this.threads.submit(() -> {
				int overlaps = 0;
				for (int n = 0; n < 60; n++) {
					List<Integer> set = IntStream.range(0, 6).filter((key) -> random.nextInt(3) == 0).boxed().toList();
					List<LockRequest> requests = new ArrayList<>(
							set.stream().map((key) -> LockRequest.of("k" + key)).toList());
					Collections.shuffle(requests, random);
					try (LockHandle unused = async ? locks.acquireAsync(requests).join() : locks.acquire(requests)) {
						for (int key : set) {
							overlaps += inside.getAndIncrement(key);
						}
						set.forEach(inside::getAndDecrement);
					}
				}
				return overlaps;
			}));
		}
		for (Future<Integer> worker : workers) {
			assertThat(worker.get()).isZero();
		}
	}

	// --- helpers

	private void assertFree(String... keys) {
		for (String key : keys) {
			await(key).until(() -> free(key));
		}
	}

	private boolean free(String key) {
		return this.store.inspect(key).isEmpty();
	}

	static List<LockRequest> keys(String... keys) {
		return Arrays.stream(keys).map(LockRequest::of).toList();
	}

	static List<LockRequest> tries(String... keys) {
		return keys(keys).stream().map((request) -> request.withWaitTime(Duration.ZERO)).toList();
	}

	private LockEngine here() {
		return this.here.locks();
	}

	private LockEngine there() {
		return this.there.locks();
	}

}
