package io.lockstarter.integration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;

import io.lockstarter.client.LockClient;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.integration.support.locks.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * The behaviors that Spring Integration expects of a lock registry, with two instances on
 * one Redis.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ExtendWith(OutputCaptureExtension.class)
@SuppressWarnings({ "LockNotBeforeTry", "NullAway" })
class DistributedLockRegistryTests {

	private static RedisFixture redis;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private LockClient here;

	private LockClient there;

	private DistributedLockRegistry registry;

	private DistributedLockRegistry other;

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
		this.registry = new DistributedLockRegistry(this.here.service(), "si:");
		this.other = new DistributedLockRegistry(this.there.service(), "si:");
	}

	@AfterEach
	void stop() {
		this.threads.shutdownNow();
		this.here.close();
		this.there.close();
	}

	@Test
	void lockAndUnlockManyTimes() {
		for (int i = 0; i < 10; i++) {
			Lock lock = this.registry.obtain("foo");
			lock.lock();
			assertThat(redis.command("EXISTS", "lock:si:foo").text()).isEqualTo("1");
			lock.unlock();
		}
		assertThat(redis.command("EXISTS", "lock:si:foo").text()).isEqualTo("0");
		assertThat(this.registry.holds()).isEmpty();
	}

	@Test
	void lockInterruptiblyLocks() throws Exception {
		Lock lock = this.registry.obtain("foo");
		lock.lockInterruptibly();
		assertThat(this.other.obtain("foo").tryLock()).isFalse();
		lock.unlock();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(lock::lockInterruptibly);
		assertThat(Thread.interrupted()).isFalse();
	}

	@Test
	void lockIsReentrant() {
		Lock lock = this.registry.obtain("foo");
		lock.lock();
		Lock again = this.registry.obtain("foo");
		assertThat(again).isEqualTo(lock).hasSameHashCodeAs(lock);
		assertThat(again.tryLock()).isTrue();
		again.unlock();
		assertThat(this.other.obtain("foo").tryLock()).isFalse();
		lock.unlock();
		assertThat(this.other.obtain("foo").tryLock()).isTrue();
		this.other.obtain("foo").unlock();
	}

	@Test
	void oneThreadHoldsTwoLocks() {
		Lock one = this.registry.obtain("one");
		Lock two = this.registry.obtain("two");
		one.lock();
		two.lock();
		one.unlock();
		assertThat(this.other.obtain("two").tryLock()).isFalse();
		two.unlock();
	}

	@Test
	void secondThreadCannotLock() throws Exception {
		Lock lock = this.registry.obtain("foo");
		lock.lock();
		assertThat(this.threads.submit(() -> this.registry.obtain("foo").tryLock()).get()).isFalse();
		assertThat(this.threads.submit(() -> this.registry.obtain("foo").tryLock(10, TimeUnit.MILLISECONDS)).get())
			.isFalse();
		lock.unlock();
	}

	@Test
	void secondThreadLocksAfterTheFirst() throws Exception {
		Lock lock = this.registry.obtain("foo");
		lock.lock();
		CountDownLatch waits = new CountDownLatch(1);
		Future<Boolean> second = this.threads.submit(() -> {
			Lock same = this.other.obtain("foo");
			waits.countDown();
			same.lock();
			same.unlock();
			return true;
		});
		assertThat(waits.await(30, TimeUnit.SECONDS)).isTrue();
		lock.unlock();
		assertThat(second.get(60, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void onlyTheOwnerCanUnlock() throws Exception {
		Lock lock = this.registry.obtain("foo");
		assertThatIllegalStateException().isThrownBy(lock::unlock);
		lock.lock();
		assertThat(this.threads.submit(() -> this.registry.obtain("foo").unlock())).failsWithin(Duration.ofSeconds(30))
			.withThrowableThat()
			.withCauseInstanceOf(IllegalStateException.class);
		lock.unlock();
	}

	@Test
	void threadThatCouldNotLockCannotUnlock() throws Exception {
		Lock lock = this.registry.obtain("foo");
		lock.lockInterruptibly();
		assertThat(this.threads.submit(() -> {
			Lock second = this.registry.obtain("foo");
			assertThat(second.tryLock(1, TimeUnit.MILLISECONDS)).isFalse();
			second.unlock();
			return null;
		})).failsWithin(Duration.ofSeconds(30)).withThrowableThat().withCauseInstanceOf(IllegalStateException.class);
		assertThat(this.other.obtain("foo").tryLock()).isFalse();
		lock.unlock();
	}

	@Test
	void unlockOfALostLockThrows() {
		Lock lock = this.registry.obtain("foo");
		lock.lock();
		redis.command("DEL", "lock:si:foo");
		assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock)
			.withMessageContaining("was lost");
	}

	@Test
	void unlockOfALostLockDoesNotReleaseTheNextOne() {
		Lock lock = this.registry.obtain("foo");
		lock.lock();
		redis.command("DEL", "lock:si:foo");
		assertThat(this.other.obtain("foo").tryLock()).isTrue();
		assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
		assertThat(this.registry.obtain("foo").tryLock()).isFalse();
		this.other.obtain("foo").unlock();
	}

	@Test
	void nestedTryLockOfALostLockFailsOnce() {
		Lock lock = this.registry.obtain("foo");
		lock.lock();
		assertThat(lock.tryLock()).isTrue();
		redis.command("DEL", "lock:si:foo");
		assertThat(lock.tryLock()).as("the outer code learns of the loss").isFalse();
		assertThat(lock.tryLock()).as("a new hold").isTrue();
		assertThat(lock.tryLock()).as("nested in the new hold").isTrue();
		lock.unlock();
		assertThat(this.other.obtain("foo").tryLock()).isFalse();
		lock.unlock();
		assertThat(redis.command("EXISTS", "lock:si:foo").text()).isEqualTo("0");
		// The two levels that were lost.
		assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
		assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
		assertThatIllegalStateException().isThrownBy(lock::unlock);
		assertThat(this.registry.holds()).isEmpty();
	}

	@Test
	void nestedLockOfALostLockThrowsOnce() {
		Lock lock = this.registry.obtain("foo");
		lock.lock();
		redis.command("DEL", "lock:si:foo");
		assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::lock)
			.withMessageContaining("was lost");
		lock.lock();
		lock.unlock();
		assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
		assertThat(this.registry.holds()).isEmpty();
	}

	@Test
	void lockThatExpiredPassesToAnotherRegistry() {
		DistributedLock lock = this.registry.obtain("foo");
		lock.lock(Duration.ofMillis(300));
		Lock next = this.other.obtain("foo");
		await().pollInSameThread().until(next::tryLock);
		assertThat(lock.tryLock()).isFalse();
		assertThat(lock.tryLock()).isFalse();
		next.unlock();
		assertThat(lock.tryLock()).isTrue();
		lock.unlock();
	}

	@Test
	void tryLockOfAnotherThreadDoesNotChangeTheTtl() throws Exception {
		DistributedLock lock = this.registry.obtain("foo");
		lock.lock(Duration.ofMinutes(1));
		assertThat(
				this.threads.submit(() -> this.other.obtain("foo").tryLock(Duration.ZERO, Duration.ofHours(1))).get())
			.isFalse();
		assertThat(ttl()).isLessThanOrEqualTo(60_000);
		lock.unlock();
	}

	@Test
	void locksOfTwoRegistriesAreNotEqual() {
		Lock lock = this.registry.obtain("foo");
		assertThat(lock).isNotEqualTo(this.other.obtain("foo")).isNotEqualTo(this.registry.obtain("bar"));
		DistributedLockRegistry elsewhere = new DistributedLockRegistry(this.here.service(), "elsewhere:");
		lock.lock();
		assertThat(elsewhere.obtain("foo").tryLock()).isTrue();
		elsewhere.obtain("foo").unlock();
		lock.unlock();
	}

	@Test
	void oneUnlockLetsOneWaiterLock() throws Exception {
		Lock lock = this.registry.obtain("foo");
		lock.lock();
		CountDownLatch end = new CountDownLatch(1);
		AtomicInteger locked = new AtomicInteger();
		List<Future<?>> waiters = new ArrayList<>();
		for (DistributedLockRegistry each : List.of(this.registry, this.other)) {
			waiters.add(this.threads.submit(() -> each.<Boolean, Exception>executeLocked("foo", () -> {
				locked.incrementAndGet();
				return end.await(60, TimeUnit.SECONDS);
			})));
		}
		lock.unlock();
		await().until(() -> locked.get() == 1);
		assertThat(this.threads.submit(() -> this.other.obtain("foo").tryLock(50, TimeUnit.MILLISECONDS)).get())
			.isFalse();
		assertThat(locked).hasValue(1);
		end.countDown();
		for (Future<?> waiter : waiters) {
			waiter.get(60, TimeUnit.SECONDS);
		}
	}

	@Test
	void interruptedThreadUnlocks() {
		Lock lock = this.registry.obtain("foo");
		lock.lock();
		Thread.currentThread().interrupt();
		lock.unlock();
		assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
		assertThat(redis.command("EXISTS", "lock:si:foo").text()).isEqualTo("0");
	}

	@Test
	void interruptedThreadMayTryOnce() {
		Lock lock = this.registry.obtain("foo");
		Thread.currentThread().interrupt();
		assertThat(lock.tryLock()).isTrue();
		assertThat(lock.tryLock()).isTrue();
		assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
		lock.unlock();
		lock.unlock();
	}

	@Test
	void lockWithATtlOfItsOwnEndsAfterIt() {
		DistributedLock lock = this.registry.obtain("foo");
		lock.lock(Duration.ofMillis(300));
		assertThat(Long.parseLong(redis.command("PTTL", "lock:si:foo").text())).isLessThanOrEqualTo(300);
		Lock next = this.other.obtain("foo");
		await().pollInSameThread().until(next::tryLock);
		assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
		next.unlock();
	}

	@Test
	void tryLockWithATtlOfItsOwn() throws Exception {
		DistributedLock lock = this.registry.obtain("foo");
		assertThat(lock.tryLock(Duration.ofSeconds(1), Duration.ofMinutes(10))).isTrue();
		assertThat(Long.parseLong(redis.command("PTTL", "lock:si:foo").text())).isGreaterThan(60_000);
		assertThat(this.threads
			.submit(() -> this.other.obtain("foo").tryLock(Duration.ofMillis(10), Duration.ofMinutes(1)))
			.get()).isFalse();
		lock.unlock();
	}

	@Test
	void renewLockExtendsALockOfThisThread() {
		DistributedLock lock = this.registry.obtain("foo");
		lock.lock(Duration.ofSeconds(5));
		this.registry.renewLock("foo");
		assertThat(ttl()).as("the configured ttl").isBetween(10_000L, 30_000L);
		this.registry.renewLock("foo", Duration.ofMinutes(10));
		assertThat(ttl()).isGreaterThan(60_000);
		lock.unlock();
		assertThat(redis.command("EXISTS", "lock:si:foo").text()).isEqualTo("0");
		assertThat(this.registry.holds()).isEmpty();
	}

	@Test
	void renewLockNeedsTheLock() {
		assertThatIllegalStateException().isThrownBy(() -> this.registry.renewLock("foo"));
		assertThatIllegalStateException().isThrownBy(() -> this.registry.renewLock("foo", Duration.ofSeconds(9)));
		Lock lock = this.registry.obtain("foo");
		lock.lock();
		assertThat(this.threads.submit(() -> this.registry.renewLock("foo"))).failsWithin(Duration.ofSeconds(30))
			.withThrowableThat()
			.withCauseInstanceOf(IllegalStateException.class);
		lock.unlock();
	}

	@Test
	void renewLockOfALostLockThrows() {
		Lock lock = this.registry.obtain("foo");
		for (Runnable renewal : List.<Runnable>of(() -> this.registry.renewLock("foo"),
				() -> this.registry.renewLock("foo", Duration.ofSeconds(9)))) {
			lock.lock();
			redis.command("DEL", "lock:si:foo");
			assertThatIllegalStateException().isThrownBy(renewal::run).withMessageContaining("was lost");
			assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
		}
	}

	@Test
	void executeLockedLocksAndUnlocks() throws Exception {
		AtomicInteger runs = new AtomicInteger();
		this.registry.executeLocked("foo", () -> {
			assertThat(this.threads.submit(() -> this.other.obtain("foo").tryLock()).get()).isFalse();
			runs.incrementAndGet();
		});
		assertThat(this.registry.<Integer, RuntimeException>executeLocked("foo", Duration.ofSeconds(5),
				runs::incrementAndGet))
			.isEqualTo(2);
		Lock lock = this.other.obtain("foo");
		lock.lock();
		assertThatExceptionOfType(TimeoutException.class)
			.isThrownBy(() -> this.registry.executeLocked("foo", Duration.ofMillis(10), runs::incrementAndGet));
		lock.unlock();
	}

	@Test
	void lockIgnoresAnInterrupt() throws Exception {
		Lock held = this.other.obtain("foo");
		held.lock();
		CountDownLatch begun = new CountDownLatch(1);
		List<Thread> waiting = new ArrayList<>();
		Future<Boolean> waiter = this.threads.submit(() -> {
			waiting.add(Thread.currentThread());
			begun.countDown();
			this.registry.obtain("foo").lock();
			this.registry.obtain("foo").unlock();
			return Thread.interrupted();
		});
		assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
		waiting.get(0).interrupt();
		held.unlock();
		assertThat(waiter.get(60, TimeUnit.SECONDS)).as("the flag is kept").isTrue();
	}

	/** The lock of a thread that has ended is not renewed any more, and ends. */
	@Test
	void lockOfAnEndedThreadExpires() throws Exception {
		try (LockClient client = LockClient.on(RedisFixture.ready(redis.connect(RedisClient.LETTUCE)))
			.ttl(Duration.ofSeconds(1))
			.shutdownTimeout(Duration.ZERO)
			.build()) {
			DistributedLockRegistry shortLived = new DistributedLockRegistry(client.service(), "si:");
			Thread thread = new Thread(() -> shortLived.obtain("foo").lock());
			thread.start();
			thread.join();
			await().until(() -> redis.command("EXISTS", "lock:si:foo").text().equals("0"));
		}
	}

	@Test
	void nullKeyIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.registry.obtain(null));
	}

	private static long ttl() {
		return Long.parseLong(redis.command("PTTL", "lock:si:foo").text());
	}

}
