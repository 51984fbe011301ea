package io.lockstarter.shedlock;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import io.lockstarter.client.LockClient;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/** The behaviors that ShedLock expects of a lock provider, with two instances. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LockServiceProviderTests {

	private static final Duration MOST = Duration.ofMinutes(2);

	private static RedisFixture redis;

	private LockClient here;

	private LockClient there;

	private LockServiceProvider provider;

	private LockServiceProvider other;

	@BeforeAll
	static void startServer() {
		redis = RedisFixture.start().patient();
	}

	@AfterAll
	static void stopServer() {
		redis.close();
	}

	@BeforeEach
	void start() {
		redis.command("FLUSHALL");
		this.here = LockClient.on(RedisFixture.ready(redis.connect(RedisClient.LETTUCE))).build();
		this.there = LockClient.on(RedisFixture.ready(redis.connect(RedisClient.LETTUCE))).build();
		this.provider = new LockServiceProvider(this.here.service(), "job:");
		this.other = new LockServiceProvider(this.there.service(), "job:");
	}

	@AfterEach
	void stop() {
		this.here.close();
		this.there.close();
	}

	@Test
	void lockIsHeldUntilItIsUnlocked() {
		SimpleLock lock = this.provider.lock(configuration(MOST, Duration.ZERO)).orElseThrow();
		assertThat(redis.command("EXISTS", "lock:job:report").text()).isEqualTo("1");
		assertThat(this.other.lock(configuration(MOST, Duration.ZERO))).isEmpty();
		assertThat(this.provider.lock(configuration(MOST, Duration.ZERO))).as("not reentrant").isEmpty();
		lock.unlock();
		Optional<SimpleLock> next = this.other.lock(configuration(MOST, Duration.ZERO));
		assertThat(next).isPresent();
		next.get().unlock();
		assertThatIllegalStateException().as("as ShedLock demands").isThrownBy(lock::unlock);
	}

	@Test
	void lockEndsAfterLockAtMostFor() {
		SimpleLock lock = this.provider.lock(configuration(Duration.ofMillis(300), Duration.ZERO)).orElseThrow();
		await().until(() -> this.other.lock(configuration(MOST, Duration.ZERO)).isPresent());
		lock.unlock();
		assertThat(redis.command("EXISTS", "lock:job:report").text()).as("the next holder keeps it").isEqualTo("1");
	}

	@Test
	void lockAtLeastForKeepsTheLock() {
		this.provider.lock(configuration(MOST, Duration.ofMinutes(1))).orElseThrow().unlock();
		assertThat(this.other.lock(configuration(MOST, Duration.ZERO))).isEmpty();
		assertThat(Long.parseLong(redis.command("PTTL", "lock:job:report").text())).isBetween(1L, 60_001L);
	}

	@Test
	void lockCanBeExtended() {
		SimpleLock lock = this.provider.lock(configuration(Duration.ofSeconds(30), Duration.ZERO)).orElseThrow();
		SimpleLock extended = lock.extend(Duration.ofMinutes(10), Duration.ZERO).orElseThrow();
		assertThat(Long.parseLong(redis.command("PTTL", "lock:job:report").text())).isGreaterThan(60_000);
		extended.unlock();
		assertThat(redis.command("EXISTS", "lock:job:report").text()).isEqualTo("0");
	}

	@Test
	void lostLockCannotBeExtended() {
		SimpleLock lock = this.provider.lock(configuration(Duration.ofMillis(100), Duration.ZERO)).orElseThrow();
		await().until(() -> redis.command("EXISTS", "lock:job:report").text().equals("0"));
		assertThat(lock.extend(MOST, Duration.ZERO)).isEmpty();
	}

	@Test
	void taskExecutorOfShedLockSkipsABusyTask() throws Throwable {
		DefaultLockingTaskExecutor executor = new DefaultLockingTaskExecutor(this.provider);
		SimpleLock busy = this.other.lock(configuration(MOST, Duration.ZERO)).orElseThrow();
		assertThat(executor.executeWithLock(() -> "ran", configuration(MOST, Duration.ZERO)).wasExecuted()).isFalse();
		busy.unlock();
		assertThat(executor.executeWithLock(() -> "ran", configuration(MOST, Duration.ZERO)).getResult())
			.isEqualTo("ran");
	}

	private static LockConfiguration configuration(Duration most, Duration least) {
		return new LockConfiguration(Instant.now(), "report", most, least);
	}

}
