package io.lockstarter.benchmarks.migration;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.LockService;
import io.lockstarter.embedded.EmbeddedRedis;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.spring.data.connection.RedissonConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Checks the way from Redisson that {@code docs/migration.md} describes. Our locks use
 * Redisson's own connection factory.
 */
@Tag("long")
@Timeout(180)
class RedissonMigrationTests {

	private static final EmbeddedRedis REDIS = EmbeddedRedis.start();

	private static RedissonClient redisson;

	private static MigratingApplication application;

	private static LockService locks;

	@BeforeAll
	static void start() {
		Config config = new Config();
		config.useSingleServer().setAddress(REDIS.uri()).setConnectionMinimumIdleSize(2).setTimeout(20_000);
		redisson = Redisson.create(config);
		application = MigratingApplication.start(() -> new RedissonConnectionFactory(redisson));
		locks = application.locks();
	}

	@AfterAll
	static void stop() {
		application.close();
		redisson.shutdown();
		REDIS.close();
	}

	@Test
	void lockIsAcquiredRenewedAndReleased() {
		LockHandle lock = locks.acquire(LockRequest.of("renewed").withTtl(Duration.ofSeconds(10)));
		assertThat(REDIS.command("GET", "lock:renewed").text()).isEqualTo(lock.token());
		assertThat(locks.tryAcquire("renewed")).get().satisfies((nested) -> assertThat(nested.release()).isTrue());
		AtomicReference<Duration> last = new AtomicReference<>(lock.remaining());
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
			Duration now = lock.remaining();
			return now.compareTo(last.getAndSet(now)) > 0;
		});
		assertThat(lock.release()).isTrue();
		assertThat(REDIS.command("EXISTS", "lock:renewed").text()).isEqualTo("0");
	}

	@Test
	void waiterOfAnotherInstanceAcquiresTheReleasedLock() {
		try (MigratingApplication other = MigratingApplication.start(REDIS.port())) {
			LockHandle lock = locks.acquire("waited");
			assertThat(other.locks().tryAcquire("waited")).isEmpty();
			CompletableFuture<LockHandle> waiter = other.locks()
				.acquireAsync(LockRequest.of("waited").withWaitTime(Duration.ofSeconds(60)))
				.toCompletableFuture();
			assertThat(lock.release()).isTrue();
			LockHandle second = waiter.join();
			CompletableFuture<LockHandle> back = locks
				.acquireAsync(LockRequest.of("waited").withWaitTime(Duration.ofSeconds(60)))
				.toCompletableFuture();
			assertThat(second.release()).isTrue();
			assertThat(back.join().release()).isTrue();
		}
	}

	@Test
	void manyThreadsOfTwoInstancesNeverOverlap() throws Exception {
		try (MigratingApplication other = MigratingApplication.start(REDIS.port())) {
			assertThat(Overlaps.of(() -> new OurLock(locks), () -> new OurLock(other.locks()))).isZero();
		}
	}

	@Test
	void instancesOfEachStepExcludeEachOther() throws Exception {
		try (MigratingApplication next = MigratingApplication.start(REDIS.port())) {
			assertThat(Overlaps.of(this::oldLock, this::bothLocks)).isZero();
			assertThat(Overlaps.of(this::bothLocks, () -> new OurLock(next.locks()))).isZero();
		}
	}

	@Test
	void withoutTheStepBetweenTheyOverlap() {
		RLock old = redisson.getLock("order:42");
		old.lock();
		try {
			CompletableFuture<Boolean> ours = CompletableFuture
				.supplyAsync(() -> locks.tryAcquire("order:42").map(LockHandle::release).orElse(false));
			assertThat(ours.join()).isTrue();
		}
		finally {
			old.unlock();
		}
	}

	@Test
	void lockOfRedissonUnderTheSameNameIsAnError() {
		RLock old = redisson.getLock("lock:same");
		old.lock(1, TimeUnit.MINUTES);
		try {
			LockRequest request = LockRequest.of("same").withWaitTime(Duration.ofMillis(500));
			// A lock of Redisson is a hash.
			assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> locks.acquire(request))
				.withMessageContaining("WRONGTYPE");
		}
		finally {
			old.unlock();
		}
	}

	private Overlaps.Section oldLock() {
		RLock old = redisson.getLock("order:42");
		return (work) -> {
			old.lock();
			try {
				work.run();
			}
			finally {
				old.unlock();
			}
		};
	}

	private Overlaps.Section bothLocks() {
		Overlaps.Section old = oldLock();
		Overlaps.Section ours = new OurLock(locks);
		return (work) -> old.run(() -> ours.run(work));
	}

}
