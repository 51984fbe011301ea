package io.lockstarter.engine;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

import io.lockstarter.LockInfo;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockType;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.RedisFixture;
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

/** Tests the contract of {@link ReadWriteLock}, as in its Javadoc. */
@ParameterizedClass
@EnumSource(TypedStores.class)
@Timeout(60)
@SuppressWarnings("LockNotBeforeTry") // the code before try is tested
class ReadWriteLockTests {

	private static RedisFixture redis;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final TestInstance here;

	private final TestInstance there;

	private final ReadWriteLock lock;

	private final ReadWriteLock other;

	ReadWriteLockTests(TypedStores stores) {
		LockStore store = stores.open(redis);
		this.here = new TestInstance(store);
		this.there = new TestInstance(store);
		this.lock = this.here.locks().asReadWriteLock("k");
		this.other = this.there.locks().asReadWriteLock("k");
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
		assertThat(this.there.locks().inspect("k")).isEmpty();
		this.here.close();
		this.there.close();
		await().untilAsserted(() -> assertThat(redis.command("KEYS", "lock:*").items()).isEmpty());
	}

	@Test
	void readersOfAllInstancesAndThreadsHoldItTogether() throws Exception {
		this.lock.readLock().lock();
		assertThat(this.other.readLock().tryLock()).isTrue();
		assertThat(onAnotherThread(() -> {
			boolean locked = this.lock.readLock().tryLock();
			this.lock.readLock().unlock();
			return locked;
		})).isTrue();
		assertThat(this.here.locks().inspect("k").orElseThrow().holders()).hasSize(2)
			.allSatisfy((holder) -> assertThat(holder.type()).isEqualTo(LockType.READ))
			.extracting(LockInfo.Holder::heldHere)
			.containsExactly(true, false);
		this.other.readLock().unlock();
		this.lock.readLock().unlock();
	}

	@Test
	void writerIsAlone() throws Exception {
		this.lock.writeLock().lock();
		assertThat(this.other.writeLock().tryLock()).isFalse();
		assertThat(this.other.readLock().tryLock()).isFalse();
		assertThat(onAnotherThread(() -> this.lock.readLock().tryLock())).as("another thread of the instance")
			.isFalse();
		assertThat(this.other.readLock().tryLock(50, TimeUnit.MILLISECONDS)).isFalse();
		this.lock.writeLock().unlock();
		// The place of the reader that gave up is removed in the background.
		assertThat(this.other.writeLock().tryLock(1, TimeUnit.MINUTES)).isTrue();
		this.other.writeLock().unlock();
	}

	@Test
	void readersKeepAWriterOut() {
		this.lock.readLock().lock();
		assertThat(this.other.writeLock().tryLock()).isFalse();
		this.lock.readLock().unlock();
		assertThat(this.other.writeLock().tryLock()).isTrue();
		this.other.writeLock().unlock();
	}

	@Test // 17, 18
	void bothLocksAreReentrant() {
		this.lock.readLock().lock();
		this.lock.readLock().lock();
		this.lock.readLock().unlock();
		assertThat(this.other.writeLock().tryLock()).isFalse();
		this.lock.readLock().unlock();
		this.lock.writeLock().lock();
		this.lock.writeLock().lock();
		this.lock.writeLock().unlock();
		assertThat(this.other.readLock().tryLock()).isFalse();
		this.lock.writeLock().unlock();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(this.lock.readLock()::unlock);
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(this.lock.writeLock()::unlock);
	}

	@Test
	void readerMayReenterWhileAWriterWaits() throws Exception {
		this.lock.readLock().lock();
		Future<?> writer = lockAndUnlock(this.other.writeLock());
		awaitWaiters(1);
		this.lock.readLock().lock();
		this.lock.readLock().unlock();
		this.lock.readLock().unlock();
		writer.get();
	}

	@Test
	void downgradeKeepsTheReadLockWithoutAGap() throws Exception {
		this.lock.writeLock().lock();
		this.lock.readLock().lock();
		assertThat(this.other.readLock().tryLock()).as("still written").isFalse();
		this.lock.writeLock().unlock();
		assertThat(this.here.locks().inspect("k").orElseThrow().holder().type()).isEqualTo(LockType.READ);
		assertThat(this.other.readLock().tryLock()).as("only read now").isTrue();
		this.other.readLock().unlock();
		Future<?> writer = lockAndUnlock(this.other.writeLock());
		awaitWaiters(1);
		assertThat(writer.isDone()).isFalse();
		this.lock.readLock().unlock();
		writer.get();
	}

	@Test
	void downgradeAdmitsWaitingReaders() throws Exception {
		this.lock.writeLock().lock();
		Future<?> reader = lockAndUnlock(this.other.readLock());
		awaitWaiters(1);
		this.lock.readLock().lock();
		this.lock.writeLock().unlock();
		reader.get();
		this.lock.readLock().unlock();
	}

	@Test
	void readLockMayBeReleasedBeforeTheWriteLock() {
		this.lock.writeLock().lock();
		this.lock.readLock().lock();
		this.lock.readLock().unlock();
		assertThat(this.other.readLock().tryLock()).isFalse();
		this.lock.writeLock().unlock();
	}

	@Test
	void upgradeIsRefusedAtOnce() {
		this.lock.readLock().lock();
		for (Attempted attempt : new Attempted[] { Lock::lock, Lock::lockInterruptibly, Lock::tryLock,
				(writeLock) -> writeLock.tryLock(1, TimeUnit.HOURS) }) {
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> attempt.on(this.lock.writeLock()))
				.withMessageContaining("'k'")
				.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.UPGRADE));
		}
		assertThat(this.other.readLock().tryLock()).as("nothing waits").isTrue();
		this.other.readLock().unlock();
		this.lock.readLock().unlock();
		this.lock.writeLock().lock();
		this.lock.writeLock().unlock();
	}

	@Test
	void upgradeAfterADowngradeIsRefused() {
		this.lock.writeLock().lock();
		this.lock.readLock().lock();
		this.lock.writeLock().unlock();
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(this.lock.writeLock()::lock)
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.UPGRADE));
		this.lock.readLock().unlock();
	}

	@Test // 36
	void waitingWriterIsNotStarvedByReaders() throws Exception {
		this.lock.readLock().lock();
		Future<?> writer = lockAndUnlock(this.other.writeLock());
		awaitWaiters(1);
		assertThat(onAnotherThread(() -> this.lock.readLock().tryLock())).as("a reader that comes later").isFalse();
		Future<?> reader = this.threads.submit(() -> {
			this.lock.readLock().lock();
			boolean written = writer.isDone() || this.here.locks().inspect("k").orElseThrow().waiters().isEmpty();
			this.lock.readLock().unlock();
			assertThat(written).isTrue();
		});
		awaitWaiters(2);
		assertThat(this.here.locks().inspect("k").orElseThrow().waiters()).extracting(LockInfo.Waiter::type)
			.containsExactly(LockType.WRITE, LockType.READ);
		this.lock.readLock().unlock();
		writer.get();
		reader.get();
	}

	@Test // 24
	void waitingIsInterruptible() throws Exception {
		this.lock.writeLock().lock();
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		Future<?> waiter = this.threads.submit(() -> {
			thread.complete(Thread.currentThread());
			assertThatExceptionOfType(InterruptedException.class).isThrownBy(this.other.readLock()::lockInterruptibly);
		});
		awaitWaiters(1);
		thread.get().interrupt();
		waiter.get();
		await().until(() -> this.here.locks().inspect("k").orElseThrow().waiters().isEmpty());
		this.lock.writeLock().unlock();
	}

	@Test
	void unlockAfterALossThrows() {
		this.lock.readLock().lock();
		assertThat(this.there.locks().release("k", this.here.locks().inspect("k").orElseThrow().holder().token()))
			.isTrue();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(this.lock.readLock()::unlock);
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(this.lock.readLock()::unlock);
	}

	@Test
	void locksOfOneKeyAreEqual() {
		ReadWriteLock again = this.here.locks().asReadWriteLock("k");
		assertThat(again).isEqualTo(this.lock).hasSameHashCodeAs(this.lock);
		assertThat(again).isNotEqualTo(this.here.locks().asReadWriteLock("other")).isNotEqualTo(this.other);
		assertThat(again.readLock()).isNotEqualTo(again.writeLock());
		this.lock.writeLock().lock();
		again.writeLock().unlock();
	}

	@Test
	void conditionsAreNotSupported() {
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(this.lock.writeLock()::newCondition);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(this.lock.readLock()::newCondition);
	}

	private Future<?> lockAndUnlock(Lock waited) {
		return this.threads.submit(() -> {
			waited.lock();
			waited.unlock();
		});
	}

	private <T> T onAnotherThread(Callable<T> call) throws Exception {
		return this.threads.submit(call).get();
	}

	private void awaitWaiters(int count) {
		await().until(() -> this.here.locks().inspect("k").orElseThrow().waiters().size() == count);
	}

	/** Locks in one of the ways of {@link Lock}. */
	private interface Attempted {

		void on(Lock lock) throws InterruptedException;

	}

}
