package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;

import io.lockstarter.LockHandle;
import io.lockstarter.LockInfo;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** Several locks of different types, and the tools for operators on them. */
@ParameterizedClass
@ValueSource(booleans = { true, false })
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SeveralTypesTests {

	private static final LockRequest READ = request("catalog").withType(LockType.READ);

	private static final LockRequest WRITE = request("catalog").withType(LockType.WRITE);

	private static final LockRequest PERMIT = request("printer").withType(LockType.SEMAPHORE).withPermits(2);

	private static RedisFixture redis;

	private final TestInstance here;

	private final TestInstance there;

	SeveralTypesTests(boolean onRedis) {
		redis.command("FLUSHALL");
		LockStore store = onRedis ? new RedisLockStore(RedisFixture.ready(redis.connect(RedisClient.LETTUCE)), "lock:")
				: new InMemoryLockStore();
		this.here = new TestInstance(store);
		this.there = new TestInstance(store);
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
	void stop() {
		this.here.close();
		this.there.close();
	}

	@Test
	void locksOfDifferentTypesAreAcquiredTogether() {
		List<LockRequest> all = List.of(READ, PERMIT, request("order"), request("fair").withType(LockType.FAIR));
		LockHandle one = this.here.locks().acquire(all);
		assertThat(one.key()).isEqualTo("catalog,fair,order,printer");
		assertThat(this.there.locks().acquire(List.of(READ, PERMIT)).release()).isTrue();
		assertThat(this.there.locks().tryAcquire(List.of(READ, WRITE.withKey("other"), request("order")))).isEmpty();
		assertThat(this.there.locks().inspect("other")).isEmpty();
		one.close();
		assertThat(this.there.locks().tryAcquire(all)).isPresent().get().satisfies(LockHandle::close);
	}

	@Test
	void requestToWriteCountsBeforeOneToRead() {
		LockHandle both = this.here.locks().acquire(List.of(READ, WRITE, request("order")));
		assertThat(this.there.locks().tryAcquire(READ)).isEmpty();
		both.close();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.here.locks().acquire(List.of(READ, request("catalog"))))
			.withMessageContaining("READ and EXCLUSIVE");
	}

	@Test
	void listShowsAllTypesAndForceReleaseEndsAllHolders() {
		LockHandle one = this.here.locks().acquire(READ);
		LockHandle two = this.there.locks().acquire(READ.withTtl(Duration.ofSeconds(3)));
		LockHandle permit = this.here.locks().acquire(PERMIT);
		assertThat(this.here.locks().admin().list("").locks()).extracting(LockInfo::key)
			.containsExactlyInAnyOrder("catalog", "printer");
		assertThat(this.here.locks().admin().forceRelease("catalog").orElseThrow().lock().holders()).hasSize(2);
		assertThat(one.isHeld()).isFalse();
		await().until(() -> !two.isHeld());
		this.there.locks().acquire(WRITE).close();
		assertThat(permit.release()).isTrue();
	}

	private static LockRequest request(String key) {
		return LockRequest.of(key).withTtl(Duration.ofMinutes(2)).withWaitTime(Duration.ZERO);
	}

}
