package io.lockstarter.benchmarks.migration;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

import com.baomidou.lock.LockInfo;
import com.baomidou.lock.LockTemplate;
import com.baomidou.lock.executor.RedisTemplateLockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.Lock4jProperties;
import io.lockstarter.LockHandle;
import io.lockstarter.LockService;
import io.lockstarter.embedded.EmbeddedRedis;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.integration.redis.util.RedisLockRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that our locks and those of lock4j, ShedLock and Spring Integration exclude each
 * other under one name in Redis, as {@code docs/migration.md} says. All of them are
 * strings.
 */
@Tag("long")
@Timeout(180)
class SharedKeyTests {

	private static final EmbeddedRedis REDIS = EmbeddedRedis.start();

	@AfterAll
	static void stop() {
		REDIS.close();
	}

	@Test
	void springIntegration() {
		try (MigratingApplication application = MigratingApplication.start(REDIS.port(),
				"distributed-lock.key-prefix=shop:")) {
			RedisLockRegistry registry = new RedisLockRegistry(application.connectionFactory(), "shop");
			Lock old = registry.obtain("order:42");
			excludeEachOther(application.locks(), "order:42", () -> old.tryLock() ? old::unlock : null);
			assertThat(Overlaps.of(() -> (work) -> {
				old.lock();
				try {
					work.run();
				}
				finally {
					old.unlock();
				}
			}, () -> new OurLock(application.locks()))).isZero();
			registry.destroy();
		}
	}

	@Test
	void lock4j() throws Exception {
		try (MigratingApplication application = MigratingApplication.start(REDIS.port(),
				"distributed-lock.key-prefix=lock4j:")) {
			Lock4jProperties properties = new Lock4jProperties();
			LockTemplate old = new LockTemplate();
			old.setProperties(properties);
			old.setExecutors(List.of(new RedisTemplateLockExecutor(
					new StringRedisTemplate(application.connectionFactory()), properties)));
			old.afterPropertiesSet();
			// The interceptor of lock4j forms such keys: prefix, name and values.
			excludeEachOther(application.locks(), "order#42", () -> {
				LockInfo lock = old.lock("lock4j:order#42", 60_000, 0);
				return (lock != null) ? () -> assertThat(old.releaseLock(lock)).isTrue() : null;
			});
		}
	}

	@Test
	void shedLock() {
		try (MigratingApplication application = MigratingApplication.start(REDIS.port(),
				"distributed-lock.key-prefix=job-lock:default:")) {
			RedisLockProvider old = new RedisLockProvider(application.connectionFactory());
			excludeEachOther(application.locks(), "report", () -> {
				Optional<SimpleLock> lock = old
					.lock(new LockConfiguration(Instant.now(), "report", Duration.ofMinutes(1), Duration.ZERO));
				return lock.<Runnable>map((held) -> held::unlock).orElse(null);
			});
		}
	}

	/**
	 * Checks both directions.
	 * @param old acquires the lock of the old library, and returns its release, or null
	 * if the lock is busy
	 */
	private static void excludeEachOther(LockService locks, String key, Supplier<Runnable> old) {
		Runnable release = old.get();
		assertThat(release).isNotNull();
		assertThat(onAnotherThread(() -> locks.tryAcquire(key))).isEmpty();
		release.run();
		LockHandle ours = locks.acquire(key);
		assertThat(onAnotherThread(old)).isNull();
		assertThat(ours.release()).isTrue();
		Runnable again = old.get();
		assertThat(again).isNotNull();
		again.run();
		assertThat(locks.inspect(key)).isEmpty();
	}

	private static <T> T onAnotherThread(Supplier<T> call) {
		return CompletableFuture.supplyAsync(call).join();
	}

}
