package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.LockHandle;
import io.lockstarter.LockInfo;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.ReleaseMode;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.store.LockStore;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests the fair, read/write and semaphore locks of two instances on one lock server.
 */
@Timeout(120)
abstract class ClaimServiceContractTests {

	private static final Duration LONG = Duration.ofSeconds(30);

	/** Renews often. */
	static final LockSettings SETTINGS = new LockSettings("app", Duration.ofMinutes(2), LONG, Duration.ofMillis(200),
			RetrySettings.DEFAULT, Duration.ofSeconds(2), ReleaseMode.SYNC, HandOffSettings.DEFAULT, false);

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<TestInstance> instances = new ArrayList<>();

	final ExecutorService threads() {
		return this.threads;
	}

	/** Returns the store of one instance. */
	protected abstract LockStore store(int number);

	@BeforeEach
	void createInstances() {
		this.instances.add(new TestInstance(store(0), SETTINGS));
		this.instances.add(new TestInstance(store(1), SETTINGS));
	}

	final LockEngine locks(int number) {
		return this.instances.get(number).locks();
	}

	@AfterEach
	void closeInstances() {
		this.threads.shutdownNow();
		try {
			patiently().untilAsserted(() -> {
				assertThat(locks(0).entries()).isZero();
				assertThat(locks(1).entries()).isZero();
			});
		}
		finally {
			this.instances.forEach(TestInstance::close);
		}
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = { "FAIR", "WRITE" })
	void oneHolderOverInstancesAndCallers(LockType type) throws Exception {
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger sections = new AtomicInteger();
		List<Future<?>> callers = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			LockEngine locks = locks(i % 2);
			callers.add(this.threads.submit(() -> {
				for (int j = 0; j < 15; j++) {
					locks.run(request(type), () -> {
						assertThat(inside.incrementAndGet()).isOne();
						sections.incrementAndGet();
						inside.decrementAndGet();
					});
				}
			}));
		}
		for (Future<?> caller : callers) {
			caller.get();
		}
		assertThat(sections).hasValue(120);
	}

	@Test
	void fairLockIsAcquiredInTheOrderOfTheRequests() throws Exception {
		List<Integer> order = Collections.synchronizedList(new ArrayList<>());
		LockHandle first = locks(0).acquire(request(LockType.FAIR));
		List<Future<?>> callers = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			int number = i;
			callers
				.add(this.threads.submit(() -> locks(number % 2).run(request(LockType.FAIR), () -> order.add(number))));
			awaitWaiters(i + 1);
		}
		first.close();
		for (Future<?> caller : callers) {
			caller.get();
		}
		assertThat(order).containsExactly(0, 1, 2, 3, 4, 5);
	}

	@Test
	void readersShareAndAWriterWaits() throws Exception {
		LockHandle first = locks(0).acquire(request(LockType.READ));
		LockHandle second = locks(1).acquire(request(LockType.READ));
		Future<LockHandle> third = this.threads.submit(() -> locks(0).acquire(request(LockType.READ)));
		LockHandle ofAnotherThread = third.get();
		Future<LockHandle> writer = this.threads.submit(() -> locks(1).acquire(request(LockType.WRITE)));
		awaitWaiters(1);
		assertThat(locks(0).tryAcquire(request(LockType.READ).withWaitTime(Duration.ZERO))).as("nested")
			.isPresent()
			.get()
			.satisfies(LockHandle::close);
		assertThat(byAnotherThread(LockType.READ)).as("not nested, behind a writer").isEmpty();
		first.close();
		second.close();
		assertThat(writer.isDone()).isFalse();
		ofAnotherThread.close();
		writer.get().close();
	}

	@Test
	void semaphoreHasAsManyHoldersAsPermitsAndIsNotReentrant() {
		LockRequest two = LockRequest.of("k").withType(LockType.SEMAPHORE).withPermits(2).withWaitTime(Duration.ZERO);
		LockHandle first = locks(0).acquire(two);
		LockHandle second = locks(0).acquire(two);
		assertThat(locks(0).tryAcquire(two)).isEmpty();
		assertThat(locks(1).tryAcquire(two)).isEmpty();
		Optional<LockHandle> third = locks(1).tryAcquire(two.withPermits(3));
		assertThat(third).isPresent();
		first.close();
		assertThat(locks(1).tryAcquire(two)).isEmpty();
		third.get().close();
		locks(1).acquire(two).close();
		second.close();
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = { "FAIR", "READ", "WRITE" })
	void nestedRequestsNeedNoCommand(LockType type) {
		try (LockHandle outer = locks(0).acquire(request(type))) {
			try (LockHandle inner = locks(0).acquire(request(type).withWaitTime(Duration.ZERO))) {
				assertThat(inner.token()).isEqualTo(outer.token());
			}
			assertThat(outer.isHeld()).isTrue();
			assertThat(locks(0).inspect("k")).isPresent();
		}
		assertThat(locks(0).inspect("k")).isEmpty();
	}

	@Test
	void writerMayReadAndDowngrade() throws Exception {
		LockHandle write = locks(0).acquire(request(LockType.WRITE));
		LockHandle read = locks(0).acquire(request(LockType.READ));
		Future<LockHandle> reader = this.threads.submit(() -> locks(1).acquire(request(LockType.READ)));
		awaitWaiters(1);
		write.close();
		reader.get().close();
		assertThat(read.isHeld()).isTrue();
		LockInfo info = locks(1).inspect("k").orElseThrow();
		assertThat(info.holder().type()).isEqualTo(LockType.READ);
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> locks(0).acquire(request(LockType.WRITE)))
			.matches((ex) -> ex.reason() == Reason.UPGRADE);
		read.close();
		assertThat(locks(1).inspect("k")).isEmpty();
	}

	@Test
	void downgradeWaitsForTheMinimumHoldOfTheWriter() throws Exception {
		LockHandle write = locks(0).acquire(request(LockType.WRITE).withMinHold(Duration.ofSeconds(20)));
		LockHandle read = locks(0).acquire(request(LockType.READ));
		write.close();
		assertThat(byAnotherThread(LockType.READ)).isEmpty();
		read.close();
		assertThat(byAnotherThread(LockType.READ)).as("kept as a writer").isEmpty();
	}

	@Test
	void readerThatAsksForTheWriteLockIsRefusedAtOnce() {
		try (LockHandle read = locks(0).acquire(request(LockType.READ))) {
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> locks(0).acquire(request(LockType.WRITE)))
				.matches((ex) -> ex.reason() == Reason.UPGRADE)
				.withMessageContaining("READ")
				.withMessageContaining("WRITE")
				.withMessageContaining("'k'");
			assertThat(read.isHeld()).isTrue();
		}
	}

	@Test
	void typesThatMeetAreRefusedWithBothNames() {
		try (LockHandle fair = locks(0).acquire(request(LockType.FAIR))) {
			assertThat(fair.isHeld()).isTrue();
			for (LockRequest other : List.of(request(LockType.READ), request(LockType.EXCLUSIVE),
					request(LockType.READ).withWaitTime(Duration.ZERO),
					LockRequest.of("k").withType(LockType.SEMAPHORE).withPermits(9))) {
				assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> locks(1).acquire(other))
					.matches((ex) -> ex.reason() == Reason.TYPE_CONFLICT)
					.withMessageContaining("FAIR")
					.withMessageContaining(other.type().name());
				assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> locks(1).tryAcquire(other));
			}
			assertThat(locks(1).acquireAsync(request(LockType.EXCLUSIVE))).failsWithin(30, TimeUnit.SECONDS)
				.withThrowableOfType(java.util.concurrent.ExecutionException.class)
				.withMessageContaining("FAIR");
			assertThat(locks(1).tryAcquire(LockRequest.of("k").withWaitTime(Duration.ZERO))).isEmpty();
		}
	}

	@Test
	void exclusiveLockRefusesOtherTypes() {
		try (LockHandle held = locks(0).acquire("k")) {
			assertThat(held.isHeld()).isTrue();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> locks(1).acquire(request(LockType.WRITE)))
				.withMessageContaining("EXCLUSIVE")
				.withMessageContaining("WRITE");
		}
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = "EXCLUSIVE", mode = EnumSource.Mode.EXCLUDE)
	void holdIsRenewed(LockType type) {
		try (LockHandle handle = locks(0).acquire(request(type))) {
			long[] least = { Long.MAX_VALUE };
			patiently().until(() -> {
				long now = handle.remaining().toMillis();
				least[0] = Math.min(least[0], now);
				return now > least[0] + 10;
			});
			assertThat(handle.isHeld()).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = "EXCLUSIVE", mode = EnumSource.Mode.EXCLUDE)
	void fixedTtlEndsTheHold(LockType type) throws Exception {
		CountDownLatch ended = new CountDownLatch(1);
		LockHandle handle = locks(0).acquire(request(type).withTtl(Duration.ofMillis(200)).withRenew(false));
		handle.onLost(ended::countDown);
		assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
		assertThat(handle.isHeld()).isFalse();
		locks(1).acquire(request(type)).close();
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = "EXCLUSIVE", mode = EnumSource.Mode.EXCLUDE)
	void releaseByTokenEndsTheHold(LockType type) {
		LockHandle handle = locks(0).acquire(request(type));
		String token = handle.token();
		assertThat(locks(1).release("k", token + "x")).isFalse();
		assertThat(locks(0).release("k", token)).isTrue();
		assertThat(handle.isHeld()).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::close);
		assertThat(locks(0).release("k", token)).isFalse();
		locks(1).acquire(request(type)).close();
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = "EXCLUSIVE", mode = EnumSource.Mode.EXCLUDE)
	void minimumHoldKeepsThePermitOrTheLock(LockType type) {
		locks(0).acquire(request(type).withMinHold(Duration.ofSeconds(20))).close();
		LockType other = (type == LockType.READ) ? LockType.WRITE : type;
		assertThat(locks(1).tryAcquire(request(other).withWaitTime(Duration.ZERO))).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = { "FAIR", "WRITE" })
	void fencingNumbersRise(LockType type) throws Exception {
		LockRequest fenced = request(type).withFencing(true);
		List<Long> numbers = new ArrayList<>();
		LockHandle first = locks(0).acquire(fenced);
		numbers.add(first.fencingNumber().orElseThrow());
		Future<LockHandle> second = this.threads.submit(() -> locks(1).acquire(fenced));
		awaitWaiters(1);
		first.close();
		LockHandle granted = second.get();
		numbers.add(granted.fencingNumber().orElseThrow());
		granted.close();
		try (LockHandle outer = locks(0).acquire(request(type)); LockHandle inner = locks(0).acquire(fenced)) {
			assertThat(outer.isHeld()).isTrue();
			numbers.add(inner.fencingNumber().orElseThrow());
		}
		numbers.add(locks(1).acquire(fenced).fencingNumber().orElseThrow());
		locks(1).release("k", locks(1).inspect("k").orElseThrow().holder().token());
		assertThat(numbers).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void inspectShowsTypeHoldersAndWaiters() throws Exception {
		LockHandle first = locks(0).acquire(request(LockType.READ));
		LockHandle second = locks(1).acquire(request(LockType.READ));
		Future<LockHandle> writer = this.threads.submit(() -> locks(1).acquire(request(LockType.WRITE)));
		awaitWaiters(1);
		LockInfo info = locks(1).inspect("k").orElseThrow();
		assertThat(info.holder().type()).isEqualTo(LockType.READ);
		assertThat(info.holder().token()).isEqualTo(second.token());
		assertThat(info.holder().heldHere()).isTrue();
		assertThat(info.holders()).extracting(LockInfo.Holder::token).containsExactly(second.token(), first.token());
		assertThat(info.holders()).extracting((each) -> each.instance().orElseThrow())
			.containsExactly(locks(1).instance(), locks(0).instance());
		assertThat(info.holder().since()).isPresent();
		assertThat(info.waiters()).singleElement().satisfies((waiter) -> {
			assertThat(waiter.type()).isEqualTo(LockType.WRITE);
			assertThat(waiter.instance()).contains(locks(1).instance());
		});
		first.close();
		second.close();
		writer.get().close();
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = "EXCLUSIVE", mode = EnumSource.Mode.EXCLUDE)
	void asynchronousRequestWaitsAndCanBeCanceled(LockType type) throws Exception {
		LockHandle held = locks(0).acquire(blocking(type));
		CompletableFuture<LockHandle> canceled = locks(1).acquireAsync(request(type));
		awaitWaiters(1);
		CompletableFuture<LockHandle> waits = locks(1).acquireAsync(request(type));
		awaitWaiters(2);
		canceled.cancel(true);
		awaitWaiters(1);
		held.close();
		waits.get().close();
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = "EXCLUSIVE", mode = EnumSource.Mode.EXCLUDE)
	void waiterThatTimesOutLeavesTheQueue(LockType type) {
		LockHandle held = locks(0).acquire(blocking(type));
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> locks(1).acquire(request(type).withWaitTime(Duration.ofMillis(100))))
			.matches((ex) -> ex.reason() == Reason.BUSY);
		patiently().until(() -> locks(0).inspect("k").orElseThrow().waiters().isEmpty());
		held.close();
		locks(1).acquire(request(type)).close();
	}

	// --- helpers

	/** Returns a request with which no second request of this type can share. */
	private static LockRequest blocking(LockType type) {
		return request((type == LockType.READ) ? LockType.WRITE : type);
	}

	private static LockRequest request(LockType type) {
		LockRequest request = LockRequest.of("k").withType(type).withWaitTime(LONG).withTtl(LONG);
		return (type == LockType.SEMAPHORE) ? request.withPermits(1) : request;
	}

	/** Tries once on a thread that holds nothing. */
	private Optional<LockHandle> byAnotherThread(LockType type) throws Exception {
		return CompletableFuture
			.supplyAsync(() -> locks(0).tryAcquire(request(type).withWaitTime(Duration.ZERO)),
					(task) -> new Thread(task).start())
			.get();
	}

	private void awaitWaiters(int count) {
		patiently().until(() -> locks(0).inspect("k").map((info) -> info.waiters().size() == count).orElse(false));
	}

	private static ConditionFactory patiently() {
		return await().atMost(LONG).pollInterval(Duration.ofMillis(5));
	}

}
