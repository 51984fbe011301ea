package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;

import io.lockstarter.LockHandle;
import io.lockstarter.LockInfo;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.Renewals;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Tests the types of locks through the lock service. */
@ParameterizedClass
@EnumSource(TypedStores.class)
@Timeout(60)
@SuppressWarnings({ "try", "LockNotBeforeTry" })
class LockTypeTests {

	private static final LockRequest FAIR = waiting(LockType.FAIR);

	private static final LockRequest READ = waiting(LockType.READ);

	private static final LockRequest WRITE = waiting(LockType.WRITE);

	private static final LockRequest SEMAPHORE = waiting(LockType.SEMAPHORE);

	private static RedisFixture redis;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final LockStore store;

	private final TestInstance here;

	private final TestInstance there;

	LockTypeTests(TypedStores stores) {
		this.store = stores.open(redis);
		this.here = new TestInstance(this.store);
		this.there = new TestInstance(this.store);
	}

	private static LockRequest waiting(LockType type) {
		return LockRequest.of("k").withType(type).withWaitTime(TestTimeouts.LIMIT);
	}

	@BeforeAll
	static void startServer() {
		redis = RedisFixture.start().patient();
	}

	@AfterAll
	static void stopServer() {
		redis.close();
	}

	@AfterEach
	void nothingIsLeft() {
		this.threads.shutdownNow();
		await().untilAsserted(() -> assertThat(this.here.entries() + this.there.entries()).isZero());
		await().untilAsserted(() -> assertThat(this.there.locks().inspect("k")).isEmpty());
		this.here.close();
		this.there.close();
	}

	// --- semaphores

	@Test
	void semaphoreAdmitsAsManyHoldersAsPermits() {
		LockHandle first = locks().acquire(SEMAPHORE.withPermits(2));
		LockHandle second = this.there.locks().acquire(SEMAPHORE.withPermits(2));
		assertThat(locks().tryAcquire(now(SEMAPHORE.withPermits(2)))).isEmpty();
		assertThat(first.token()).isNotEqualTo(second.token());
		assertThat(locks().inspect("k").orElseThrow().holders()).extracting(LockInfo.Holder::type)
			.containsExactly(LockType.SEMAPHORE, LockType.SEMAPHORE);
		first.close();
		locks().tryAcquire(now(SEMAPHORE.withPermits(2))).orElseThrow().close();
		second.close();
	}

	@Test
	void everyAcquisitionOfAThreadTakesAPermit() {
		LockHandle first = locks().acquire(SEMAPHORE.withPermits(2));
		LockHandle second = locks().acquire(SEMAPHORE.withPermits(2));
		assertThat(second.token()).isNotEqualTo(first.token());
		assertThat(locks().tryAcquire(now(SEMAPHORE.withPermits(2)))).isEmpty();
		first.close();
		assertThat(second.isHeld()).isTrue();
		second.close();
	}

	@Test
	void largerNumberOfPermitsTakesEffectAtOnce() throws Exception {
		LockHandle first = locks().acquire(SEMAPHORE.withPermits(1));
		assertThat(this.there.locks().tryAcquire(now(SEMAPHORE.withPermits(1)))).isEmpty();
		LockHandle second = this.there.locks().tryAcquire(now(SEMAPHORE.withPermits(2))).orElseThrow();
		first.close();
		second.close();
	}

	@Test
	void smallerNumberOfPermitsEndsNoHold() {
		LockHandle first = locks().acquire(SEMAPHORE.withPermits(2));
		LockHandle second = locks().acquire(SEMAPHORE.withPermits(2));
		assertThat(this.there.locks().tryAcquire(now(SEMAPHORE.withPermits(1)))).isEmpty();
		assertThat(first.isHeld() && second.isHeld()).isTrue();
		first.close();
		assertThat(this.there.locks().tryAcquire(now(SEMAPHORE.withPermits(1)))).isEmpty();
		second.close();
		this.there.locks().tryAcquire(now(SEMAPHORE.withPermits(1))).orElseThrow().close();
	}

	@Test
	void permitOfAHolderThatNeverReleasesComesBackByExpiry() {
		LockHandle forgotten = locks()
			.acquire(SEMAPHORE.withPermits(1).withRenew(false).withTtl(Duration.ofMillis(300)));
		this.there.locks().acquire(SEMAPHORE.withPermits(1)).close();
		assertThat(forgotten.isHeld()).isFalse();
		assertThat(forgotten.release()).isFalse();
	}

	// --- all types

	@Test
	void watchdogRenewsEveryType() {
		for (LockRequest request : List.of(FAIR, READ, WRITE, SEMAPHORE.withPermits(1))) {
			try (LockHandle handle = locks().acquire(request.withTtl(Duration.ofSeconds(1)))) {
				assertThat(Renewals.awaitRenewal(handle)).as(request.type().name()).isTrue();
			}
		}
	}

	@Test
	void fencingNumbersRiseFromWriterToWriter() {
		for (LockRequest request : List.of(FAIR, WRITE)) {
			long last = 0;
			for (int i = 0; i < 3; i++) {
				try (LockHandle handle = ((i % 2 == 0) ? this.here : this.there).locks()
					.acquire(request.withFencing(true))) {
					assertThat(handle.fencingNumber().orElseThrow()).as(request.type().name()).isGreaterThan(last);
					last = handle.fencingNumber().orElseThrow();
				}
			}
		}
	}

	@Test
	void configuredFencingDoesNotApplyToSharedLocks() {
		LockSettings settings = LockSettings.DEFAULT;
		try (TestInstance fenced = new TestInstance(this.store,
				new LockSettings(settings.instanceName(), settings.ttl(), settings.waitTime(),
						settings.renewalInterval(), settings.retry(), settings.longestSleep(), settings.release(),
						settings.handOff(), true))) {
			for (LockRequest request : List.of(FAIR, READ, WRITE, SEMAPHORE.withPermits(1))) {
				try (LockHandle handle = fenced.locks().acquire(request)) {
					assertThat(handle.fencingNumber().isPresent()).as(request.type().name())
						.isEqualTo(request.type().hasFencing());
				}
			}
		}
	}

	@Test
	void fairLockIsReentrant() {
		try (LockHandle outer = locks().acquire(FAIR); LockHandle inner = locks().acquire(FAIR)) {
			assertThat(inner.token()).isEqualTo(outer.token());
			assertThat(locks().inspect("k").orElseThrow().holder().holds()).isEqualTo(2);
		}
	}

	@Test // 34
	void fairLockServesCallersOfAllInstancesInOrder() throws Exception {
		List<Integer> served = new CopyOnWriteArrayList<>();
		List<Future<?>> waiters = new ArrayList<>();
		LockHandle first = locks().acquire(FAIR);
		for (int i = 0; i < 6; i++) {
			int number = i;
			LockEngine engine = ((i % 3 == 0) ? this.here : this.there).locks();
			waiters.add(this.threads.submit(() -> engine.run(FAIR, () -> served.add(number))));
			await().until(() -> locks().inspect("k").orElseThrow().waiters().size() == number + 1);
		}
		assertThat(this.there.locks().tryAcquire(now(FAIR))).as("cannot overtake").isEmpty();
		first.close();
		for (Future<?> waiter : waiters) {
			waiter.get();
		}
		assertThat(served).containsExactly(0, 1, 2, 3, 4, 5);
	}

	@Test
	void futureOfEveryTypeCompletes() {
		for (LockRequest request : List.of(FAIR, READ, WRITE, SEMAPHORE.withPermits(1))) {
			LockHandle handle = locks().acquireAsync(request).join();
			LockRequest next = (request.type() == LockType.READ) ? WRITE : request;
			CompletableFuture<LockHandle> waiter = this.there.locks().acquireAsync(next);
			await().until(() -> locks().inspect("k").orElseThrow().waiters().size() == 1);
			assertThat(waiter).as(request.type().name()).isNotDone();
			handle.close();
			waiter.join().close();
		}
	}

	// --- types that meet

	@Test
	void typesThatMeetAreRefusedWithBothNames() {
		for (LockRequest used : List.of(FAIR, READ, WRITE, SEMAPHORE.withPermits(2), waiting(LockType.EXCLUSIVE))) {
			try (LockHandle handle = locks().acquire(used)) {
				for (LockRequest asked : List.of(FAIR, READ, SEMAPHORE.withPermits(2), waiting(LockType.EXCLUSIVE))) {
					if (family(asked) != family(used)) {
						assertConflict(asked, used);
					}
				}
				assertThat(handle.isHeld()).isTrue();
			}
		}
	}

	private void assertConflict(LockRequest asked, LockRequest used) {
		assertThatExceptionOfType(LockNotAcquiredException.class).as("%s on %s", asked.type(), used.type())
			.isThrownBy(() -> this.there.locks().acquire(asked))
			.withMessageContaining(asked.type().name())
			.withMessageContaining(used.type().name())
			.withMessageContaining("'k'")
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.TYPE_CONFLICT));
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.there.locks().tryAcquire(asked));
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> this.there.locks().acquireAsync(asked).join())
			.withCauseInstanceOf(LockNotAcquiredException.class);
	}

	private static LockType family(LockRequest request) {
		return (request.type() == LockType.WRITE) ? LockType.READ : request.type();
	}

	// --- the adapter

	@Test
	void adapterOfAnyTypeUnlocksTheLastHold() {
		for (LockRequest request : List.of(FAIR, WRITE, SEMAPHORE.withPermits(1))) {
			Lock lock = locks().asLock(request);
			lock.lock();
			assertThat(this.there.locks().asLock(request).tryLock()).isFalse();
			locks().asLock(request.withTtl(Duration.ofMinutes(1))).unlock();
			assertThat(this.there.locks().asLock(request).tryLock()).isTrue();
			this.there.locks().asLock(request).unlock();
		}
	}

	@Test
	void adapterOfASemaphoreHoldsSeveralPermits() {
		Lock lock = locks().asLock(SEMAPHORE.withPermits(2));
		lock.lock();
		lock.lock();
		assertThat(lock.tryLock()).isFalse();
		lock.unlock();
		lock.unlock();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock::unlock);
	}

	private LockEngine locks() {
		return this.here.locks();
	}

	private static LockRequest now(LockRequest request) {
		return request.withWaitTime(Duration.ZERO);
	}

}
