package io.lockstarter.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReadWriteLock;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests the requests of all types of locks other than EXCLUSIVE, as in docs/kinds.md. */
@SuppressWarnings("LockNotBeforeTry")
class LockTypeCostTests {

	private static RedisFixture redis;

	private static TestInstance here;

	private static TestInstance there;

	@BeforeAll
	static void start() {
		redis = RedisFixture.start().patient();
		here = instance();
		there = instance();
	}

	private static TestInstance instance() {
		return new TestInstance(new RedisLockStore(RedisFixture.ready(redis.connect(RedisClient.LETTUCE)), "lock:"));
	}

	@AfterAll
	static void stop() {
		here.close();
		there.close();
		redis.close();
	}

	@AfterEach
	void noKeyIsLeft() {
		await().untilAsserted(() -> assertThat(keys()).isZero());
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = "EXCLUSIVE", mode = EnumSource.Mode.EXCLUDE)
	void uncontendedAcquireAndReleaseCostTwoRequests(LockType type) {
		here.locks().acquire(request(type)).close();
		assertThat(requests(() -> {
			for (int i = 0; i < 100; i++) {
				here.locks().acquire(request(type)).close();
			}
		})).isEqualTo(200);
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = { "FAIR", "WRITE" })
	void fencingNumberCostsNoRequest(LockType type) {
		here.locks().acquire(request(type).withFence(true)).close();
		assertThat(requests(() -> here.locks().acquire(request(type).withFence(true)).close())).isEqualTo(2);
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = { "FAIR", "READ", "WRITE" })
	void reentryCostsNothing(LockType type) {
		try (LockHandle outer = here.locks().acquire(request(type))) {
			assertThat(requests(() -> here.locks().acquire(request(type)).close())).isZero();
			assertThat(outer.isHeld()).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = { "FAIR", "WRITE", "SEMAPHORE" })
	void refusedTryCostsOneRequest(LockType type) {
		try (LockHandle holder = here.locks().acquire(request(type))) {
			assertThat(requests(
					() -> assertThat(there.locks().tryAcquire(request(type).withWaitTime(Duration.ZERO))).isEmpty()))
				.isOne();
			assertThat(holder.isHeld()).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = { "FAIR", "WRITE", "SEMAPHORE" })
	void waitingCallerThatIsAdmittedByAMessageCostsTwoRequests(LockType type) {
		// The first wait of an instance also subscribes.
		handOver(type);
		LockHandle holder = here.locks().acquire(request(type));
		int requests = requests(() -> {
			CompletableFuture<LockHandle> waiter = there.locks().acquireAsync(request(type)).toCompletableFuture();
			await().until(() -> keys() == 3);
			holder.close();
			waiter.join().close();
		});
		// The holder releases; the waiter asks and releases. It asks again every two
		// seconds.
		assertThat(requests).isBetween(3, 3 + (int) TestTimeouts.LIMIT.toSeconds() / 2);
	}

	/** Returns the number of keys: the holders, the queue, and the living waiters. */
	private static long keys() {
		return redis.command("KEYS", "lock:*").items().stream().filter((key) -> !key.text().contains("~fence")).count();
	}

	private static void handOver(LockType type) {
		LockHandle holder = here.locks().acquire(request(type));
		CompletableFuture<LockHandle> waiter = there.locks().acquireAsync(request(type)).toCompletableFuture();
		holder.close();
		waiter.join().close();
	}

	@Test
	void downgradeCostsOneRequest() {
		ReadWriteLock lock = here.locks().asReadWriteLock("k");
		// The first use of a script sends it.
		lock.writeLock().lock();
		lock.readLock().lock();
		lock.writeLock().unlock();
		lock.readLock().unlock();
		lock.writeLock().lock();
		assertThat(requests(() -> lock.readLock().lock())).isZero();
		assertThat(requests(() -> lock.writeLock().unlock())).isOne();
		assertThat(requests(() -> lock.readLock().unlock())).isOne();
	}

	private static LockRequest request(LockType type) {
		LockRequest request = LockRequest.of("k").withType(type).withWaitTime(TestTimeouts.LIMIT);
		return (type == LockType.SEMAPHORE) ? request.withPermits(1) : request;
	}

	private static int requests(Runnable work) {
		redis.command("CONFIG", "RESETSTAT");
		work.run();
		return redis.calls("evalsha") + redis.calls("eval");
	}

}
