package io.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.LockService;
import io.lockstarter.engine.TestInstance;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Checks that an error of the server is neither a lock nor a loss. A caller that tries
 * once receives the error, a waiter acquires the lock when the error is over, and a
 * holder keeps its lock (behavior 52).
 */
@Timeout(120)
class DisturbedServerTests {

	private static final LockRequest ONCE = LockRequest.of("other").withWaitTime(Duration.ZERO);

	private static final LockRequest PATIENT = LockRequest.of("other").withWaitTime(Duration.ofSeconds(60));

	RedisClient client() {
		return RedisClient.LETTUCE;
	}

	@ParameterizedTest
	@EnumSource(Disturbance.class)
	void locksSurviveAServerErrorThatTheMessageNames(Disturbance error) {
		try (RedisFixture redis = RedisFixture.start(error.options())) {
			error.prepare(redis);
			boolean cluster = error == Disturbance.CLUSTERDOWN;
			RedisLockStore store = new RedisLockStore(
					RedisFixture.ready(cluster ? redis.connectToCluster(client()) : redis.connect(client())), "lock:");
			try (TestInstance instance = new TestInstance(store)) {
				LockService locks = instance.locks();
				LockHandle held = locks.acquire("held");
				locks.acquire(ONCE).close();
				error.begin(redis);
				assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> locks.acquire(ONCE))
					.withMessageContaining(error.name())
					.havingCause()
					.isInstanceOfSatisfying(StoreException.class,
							(ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.NOT_APPLIED));
				CompletableFuture<LockHandle> waiter = locks.acquireAsync(PATIENT);
				assertThat(waiter).isNotDone();
				assertThat(held.isHeld()).isTrue();
				error.end(redis);
				assertThat(waiter.join().release()).isTrue();
				assertThat(held.isHeld()).isTrue();
				assertThat(held.release()).isTrue();
			}
		}
	}

	/**
	 * The server would refuse again, so the caller does not wait. A held lock stays.
	 */
	@Test
	void missingPermissionIsReportedAtOnceAndIsNoLoss() {
		try (RedisFixture redis = RedisFixture.start()) {
			redis.command("ACL", "SETUSER", "user", "on", ">secret", "~*", "&*", "+@all");
			RedisLockStore store = new RedisLockStore(RedisFixture.ready(redis.connectAs(client(), "user", "secret")),
					"lock:");
			try (TestInstance instance = new TestInstance(store)) {
				LockService locks = instance.locks();
				LockHandle held = locks.acquire(LockRequest.of("held").withTtl(Duration.ofSeconds(20)));
				redis.command("ACL", "SETUSER", "user", "-set", "-evalsha", "-eval");
				assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> locks.acquire(PATIENT))
					.withMessageContaining("NOPERM");
				assertThat(held.isHeld()).isTrue();
				redis.command("ACL", "SETUSER", "user", "+@all");
				assertThat(held.release()).isTrue();
			}
		}
	}

	@Test
	void missingPasswordIsReportedAtOnce() {
		try (RedisFixture redis = RedisFixture.start("--requirepass", "secret");
				TestInstance instance = new TestInstance(new RedisLockStore(redis.connect(client()), "lock:"))) {
			assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> instance.locks().acquire(PATIENT))
				.withMessageContaining("NOAUTH");
		}
	}

	@Test
	void locksSurviveASilentServerThatTheMessageNames() {
		try (RedisFixture redis = RedisFixture.start();
				TestInstance instance = new TestInstance(
						new RedisLockStore(RedisFixture.ready(redis.connect(client())), "lock:"))) {
			LockHandle held = instance.locks().acquire("held");
			redis.server().pause();
			assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> instance.locks().acquire(ONCE))
				.withMessageStartingWith("Lock '" + ONCE.key() + "' was not acquired: Redis did not answer in time. "
						+ "The server may be down or overloaded");
			assertThat(held.isHeld()).isTrue();
			redis.server().resume();
			instance.locks().acquire(PATIENT).close();
			assertThat(held.release()).isTrue();
		}
	}

}
