package io.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.engine.TestInstance;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** Checks that a lock needs a replica (behavior 59), on a master with one replica. */
@Timeout(120)
class ReplicaAcksTests {

	private static final ReplicaAcks ONE = new ReplicaAcks(1, Duration.ofSeconds(20), true);

	private static final ReplicaAcks ONE_SOON = new ReplicaAcks(1, Duration.ofMillis(50), true);

	private static final LockRequest K = LockRequest.of("k");

	private final RedisFixture redis = RedisFixture.start("--repl-diskless-sync-delay", "0").patient();

	private final EmbeddedRedis replica = EmbeddedRedis.builder().replicaOf(this.redis.server()).start();

	private final RedisConnectionFactory factory = RedisFixture.ready(this.redis.connect(RedisClient.LETTUCE));

	@AfterEach
	void stop() {
		this.replica.resume();
		this.replica.close();
		this.redis.close();
	}

	private TestInstance instance(ReplicaAcks acks) {
		return new TestInstance(new RedisLockStore(this.factory, "lock:", acks));
	}

	@Test
	void replicaHasTheAcquiredLock() {
		try (TestInstance instance = instance(ONE)) {
			for (int i = 0; i < 20; i++) {
				LockHandle handle = instance.locks().acquire(K.withFencing(i % 2 == 0));
				assertThat(this.replica.command("GET", "lock:k").text()).isEqualTo(handle.token());
				handle.close();
			}
		}
	}

	@Test
	void replicaHasTheGrantedLock() {
		try (TestInstance one = instance(ONE); TestInstance other = instance(ONE)) {
			LockHandle held = one.locks().acquire(K);
			CompletableFuture<LockHandle> waiting = other.locks()
				.acquireAsync(K.withWaitTime(LockRequest.FOREVER))
				.toCompletableFuture();
			await().until(() -> this.redis.command("GET", "lock:k").text().contains(" "));
			held.close();
			LockHandle granted = waiting.orTimeout(30, TimeUnit.SECONDS).join();
			assertThat(this.replica.command("GET", "lock:k").text()).isEqualTo(granted.token());
			granted.close();
		}
	}

	@Test
	void lockWithoutAReplicaIsRefusedAndReleased() {
		try (TestInstance instance = instance(ONE_SOON)) {
			this.replica.pause();
			assertThatExceptionOfType(LockServerException.class)
				.isThrownBy(() -> instance.locks().acquire(K.withWaitTime(Duration.ZERO)))
				.withMessageContaining("only 0 of 1 required replicas acknowledged it")
				.withMessageContaining("distributed-lock.replicas");
			await().untilAsserted(() -> assertThat(this.redis.command("EXISTS", "lock:k").text()).isEqualTo("0"));
			this.replica.resume();
			instance.locks().acquire(K.withWaitTime(Duration.ofSeconds(30))).close();
		}
	}

	/** The lock was applied, although the last reply of the server is a refusal. */
	@Test
	void lockIsReleasedIfReplicasCannotBeAsked() {
		this.redis.command("ACL", "SETUSER", "app", "on", ">secret", "~*", "&*", "+@all", "-wait");
		RedisConnectionFactory app = RedisFixture.ready(this.redis.connectAs(RedisClient.LETTUCE, "app", "secret"));
		try (TestInstance instance = new TestInstance(new RedisLockStore(app, "lock:", ONE))) {
			assertThatExceptionOfType(LockServerException.class)
				.isThrownBy(() -> instance.locks().acquire(K.withWaitTime(Duration.ZERO)))
				.withMessageContaining("WAIT failed")
				.withMessageContaining("NOPERM");
			await().untilAsserted(() -> assertThat(this.redis.command("EXISTS", "lock:k").text()).isEqualTo("0"));
		}
	}

	@Test
	void grantWithoutAReplicaIsNotHeld() {
		try (TestInstance one = instance(ReplicaAcks.NONE); TestInstance other = instance(ONE_SOON)) {
			LockHandle held = one.locks().acquire(K);
			CompletableFuture<LockHandle> waiting = other.locks()
				.acquireAsync(K.withWaitTime(LockRequest.FOREVER))
				.toCompletableFuture();
			await().until(() -> this.redis.command("GET", "lock:k").text().contains(" "));
			this.replica.pause();
			this.redis.command("CONFIG", "RESETSTAT");
			held.close();
			// It would not ask again if it had accepted the first grant.
			await().until(() -> this.redis.calls("wait") >= 2);
			assertThat(waiting).isNotDone();
			this.replica.resume();
			waiting.orTimeout(30, TimeUnit.SECONDS).join().close();
		}
	}

	@Test
	void renewalWithoutAReplicaFails() {
		try (TestInstance instance = instance(ONE_SOON)) {
			// The first attempts fail until the replica is in sync.
			LockHandle handle = instance.locks()
				.acquire(K.withTtl(Duration.ofMillis(1500)).withWaitTime(Duration.ofSeconds(30)));
			this.replica.pause();
			await().atMost(Duration.ofSeconds(20)).until(() -> !handle.isHeld());
			assertThat(handle.release()).as("lost: a failover might lose it").isFalse();
		}
	}

	@Test
	void missingAcknowledgmentIsOnlyLoggedInWarnMode() {
		try (TestInstance instance = instance(new ReplicaAcks(1, Duration.ofMillis(50), false))) {
			this.replica.pause();
			try (LockHandle handle = instance.locks().acquire(K)) {
				assertThat(handle.isHeld()).isTrue();
			}
		}
	}

	@Test
	void waitForReplicasDoesNotDelayOtherCommands() {
		try (TestInstance instance = instance(ONE); TestInstance plain = instance(ReplicaAcks.NONE)) {
			this.replica.pause();
			CompletableFuture<LockHandle> asking = instance.locks()
				.acquireAsync(K.withWaitTime(LockRequest.FOREVER))
				.toCompletableFuture();
			await().until(() -> this.redis.command("EXISTS", "lock:k").text().equals("1"));
			for (int i = 0; i < 20; i++) {
				plain.locks().acquire("other:" + i).close();
			}
			assertThat(asking).as("it still waits for its replica").isNotDone();
			this.replica.resume();
			asking.orTimeout(30, TimeUnit.SECONDS).join().close();
		}
	}

	@Test
	void jedisIsRefused() {
		RedisConnectionFactory jedis = this.redis.connect(RedisClient.JEDIS);
		assertThat(RedisLockStore.canAskReplicas(jedis)).isFalse();
		assertThatIllegalArgumentException().isThrownBy(() -> new RedisLockStore(jedis, "lock:", ONE));
	}

}
