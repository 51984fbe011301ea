package io.lockstarter.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.LockStoreContractTests;
import io.lockstarter.store.MonotonicClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class InMemoryLockStoreTests extends LockStoreContractTests {

	private final InMemoryLockStore store = new InMemoryLockStore();

	private final AtomicLong now = new AtomicLong();

	private final InMemoryLockStore timed = new InMemoryLockStore(this.now::get);

	@Override
	protected LockStore store() {
		return this.store;
	}

	@Override
	protected int fuzzAttempts() {
		return 50_000;
	}

	@Test
	void keyIsFreeExactlyAtItsExpiry() {
		this.timed.acquire("key", "mine", 10);
		this.now.set(Duration.ofMillis(10).toNanos() - 1);
		assertThat(this.timed.acquire("key", "other", 10)).isFalse();
		assertThat(this.timed.inspect("key")).contains(new Holder("mine", 1));
		this.now.incrementAndGet();
		assertThat(this.timed.inspect("key")).isEmpty();
		assertThat(this.timed.acquire("key", "other", 10)).isTrue();
	}

	@Test
	void expiredKeyIsRemovedOnAccess() {
		this.timed.acquire("key", "mine", 10);
		this.now.set(Duration.ofSeconds(1).toNanos());
		this.timed.inspect("key");
		assertThat(this.timed.size()).isZero();
	}

	@Test
	void expiredKeysAreRemovedWithoutAccess() {
		for (int i = 0; i < 100_000; i++) {
			this.now.addAndGet(Duration.ofMillis(1).toNanos());
			this.timed.acquire("key" + i, "mine", 10);
			assertThat(this.timed.size()).isLessThanOrEqualTo(64);
		}
	}

	@Test
	void heldKeySurvivesThePurge() {
		this.timed.acquire("held", "mine", Long.MAX_VALUE);
		expiredKeysAreRemovedWithoutAccess();
		assertThat(this.timed.acquire("held", "other", 10)).isFalse();
	}

	@Test
	void fencingNumbersOfANewStoreAreNotLower() {
		long first = fence(new InMemoryLockStore());
		long second = fence(new InMemoryLockStore());
		assertThat(first).isGreaterThan(Integer.MAX_VALUE);
		assertThat(second).isGreaterThanOrEqualTo(first);
	}

	@Test
	void fencingNumbersRiseAlsoWhileTheWallClockIsSetBack() {
		long[] micros = { 1_000_000 };
		InMemoryLockStore store = new InMemoryLockStore(MonotonicClock.system(),
				() -> Instant.EPOCH.plus(micros[0], ChronoUnit.MICROS));
		assertThat(fence(store)).isEqualTo(1_000_000);
		micros[0] = 5;
		assertThat(fence(store)).isEqualTo(1_000_001);
		micros[0] = 2_000_000;
		assertThat(fence(store)).isEqualTo(2_000_000);
	}

	private static long fence(InMemoryLockStore store) {
		store.acquire("key", "mine", 60_000);
		return store.fence("key", "mine", 60_000, 1);
	}

}
