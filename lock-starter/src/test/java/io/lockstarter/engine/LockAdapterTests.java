package io.lockstarter.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import io.lockstarter.LockLostException;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.MonotonicClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Tests the contract of {@link Lock}, as in its Javadoc. */
@Timeout(60)
@SuppressWarnings("LockNotBeforeTry") // the code before try is tested
class LockAdapterTests {

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final InMemoryLockStore store = new InMemoryLockStore(MonotonicClock.system());

	private final TestInstance here = new TestInstance(this.store);

	private final TestInstance there = new TestInstance(this.store);

	private final Lock lock = this.here.locks().asLock("k");

	private final Lock other = this.there.locks().asLock("k");

	@AfterEach
	void nothingIsLeft() {
		this.threads.shutdownNow();
		await().untilAsserted(() -> assertThat(this.here.entries() + this.there.entries()).isZero());
		this.here.close();
		this.there.close();
	}

	@Test
	void lockExcludesOtherInstances() {
		this.lock.lock();
		assertThat(this.other.tryLock()).isFalse();
		this.lock.unlock();
		assertThat(this.other.tryLock()).isTrue();
		this.other.unlock();
	}

	@Test
	void locksOfOneKeyAndServiceAreEqual() {
		Lock again = this.here.locks().asLock("k");
		assertThat(again).isEqualTo(this.lock).hasSameHashCodeAs(this.lock).hasToString(this.lock.toString());
		assertThat(again).isNotEqualTo(this.here.locks().asLock("other")).isNotEqualTo(this.other);
	}

	@Test
	void locksOfOneKeyAreTheSameLock() {
		this.here.locks().asLock("k").lock();
		this.here.locks().asLock("k").unlock();
		assertThat(this.other.tryLock()).isTrue();
		this.other.unlock();
	}

	@Test // 17, 18
	void lockIsReentrant() {
		this.lock.lock();
		this.lock.lock();
		this.lock.unlock();
		assertThat(this.other.tryLock()).isFalse();
		this.lock.unlock();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(this.lock::unlock);
	}

	@Test // 9
	void onlyTheLockingThreadUnlocks() throws Exception {
		this.lock.lock();
		this.threads
			.submit(() -> assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(this.lock::unlock)
				.withMessageContaining("'k'"))
			.get();
		this.lock.unlock();
	}

	@Test // 24
	void lockInterruptiblyIsInterruptible() throws Exception {
		this.lock.lock();
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		Future<?> waiter = this.threads.submit(() -> {
			thread.complete(Thread.currentThread());
			assertThatExceptionOfType(InterruptedException.class).isThrownBy(this.other::lockInterruptibly);
			assertThat(Thread.currentThread().isInterrupted()).as("cleared, as after every InterruptedException")
				.isFalse();
		});
		await().until(() -> this.there.locks().waiting("k") == 1);
		thread.get().interrupt();
		waiter.get();
		this.lock.unlock();
	}

	@Test
	void lockInterruptiblyAndTimedTryLockThrowOnAnInterruptedThread() {
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(this.lock::lockInterruptibly);
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> this.lock.tryLock(1, TimeUnit.SECONDS));
		assertThat(Thread.interrupted()).isFalse();
	}

	@Test // 25
	void lockIsNotInterruptibleAndKeepsTheInterruptFlag() throws Exception {
		this.lock.lock();
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		Future<Boolean> waiter = this.threads.submit(() -> {
			thread.complete(Thread.currentThread());
			this.other.lock();
			this.other.unlock();
			return Thread.currentThread().isInterrupted();
		});
		await().until(() -> this.there.locks().waiting("k") == 1);
		thread.get().interrupt();
		await().until(() -> this.there.locks().waiting("k") == 1);
		this.lock.unlock();
		assertThat(waiter.get()).isTrue();
	}

	@Test // 14
	void timedTryLockWaitsForItsTime() throws Exception {
		this.lock.lock();
		long start = System.nanoTime();
		assertThat(this.other.tryLock(100, TimeUnit.MILLISECONDS)).isFalse();
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
		assertThat(this.other.tryLock(0, TimeUnit.SECONDS)).isFalse();
		assertThat(this.other.tryLock(-1, TimeUnit.SECONDS)).isFalse();
		this.lock.unlock();
		assertThat(this.other.tryLock(1, TimeUnit.MINUTES)).isTrue();
		this.other.unlock();
	}

	@Test
	void unlockAfterALossThrowsAndEndsTheHold() {
		this.lock.lock();
		this.here.locks().release("k", this.here.locks().inspect("k").orElseThrow().holder().token());
		assertThatExceptionOfType(LockLostException.class).isThrownBy(this.lock::unlock);
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(this.lock::unlock);
	}

	@Test
	void conditionsAreNotSupported() {
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(this.lock::newCondition);
	}

}
