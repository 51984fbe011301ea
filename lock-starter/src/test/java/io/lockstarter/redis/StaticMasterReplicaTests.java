package io.lockstarter.redis;

import java.time.Duration;

import io.lettuce.core.ReadFrom;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.engine.TestInstance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Tests a static list of a master and a replica, with reads from the replica. */
@Timeout(120)
class StaticMasterReplicaTests {

	private static final LockRequest K = LockRequest.of("k");

	private final EmbeddedRedis master = EmbeddedRedis.builder().args("--repl-diskless-sync-delay", "0").start();

	private final EmbeddedRedis replica = EmbeddedRedis.builder().replicaOf(this.master).start();

	private LettuceConnectionFactory factory;

	@BeforeEach
	void connect() {
		RedisStaticMasterReplicaConfiguration servers = new RedisStaticMasterReplicaConfiguration(this.master.host(),
				this.master.port());
		servers.addNode(this.replica.host(), this.replica.port());
		this.factory = new LettuceConnectionFactory(servers,
				LettuceClientConfiguration.builder()
					.commandTimeout(Duration.ofSeconds(10))
					.shutdownTimeout(Duration.ZERO)
					.readFrom(ReadFrom.REPLICA)
					.build());
		this.factory.afterPropertiesSet();
		this.factory.start();
	}

	@AfterEach
	void stop() {
		this.factory.destroy();
		this.replica.resume();
		this.replica.close();
		this.master.close();
	}

	private TestInstance instance(ReplicaAcks acks) {
		return new TestInstance(new RedisLockStore(this.factory, "lock:", acks));
	}

	@Test
	void replicaReceivesNoCommands() {
		await().until(() -> this.replica.info("master_link_status").equals("up"));
		this.replica.command("CONFIG", "RESETSTAT");
		try (TestInstance one = instance(ReplicaAcks.NONE); TestInstance other = instance(ReplicaAcks.NONE)) {
			LockHandle handle = one.locks().acquire(K.withFencing(true));
			assertThat(other.locks().tryAcquire(K)).isEmpty();
			assertThat(other.locks().inspect("k")).isPresent();
			handle.extend(Duration.ofMinutes(1));
			assertThat(handle.release()).isTrue();
			other.locks().acquire(K).close();
		}
		assertThat(this.master.info("cmdstat_evalsha")).isNotEmpty();
		assertThat(this.replica.info("cmdstat_evalsha")).isEmpty();
		assertThat(this.replica.info("cmdstat_eval")).isEmpty();
		assertThat(this.replica.info("cmdstat_get")).isEmpty();
	}

	@Test
	void replicaHasTheAcquiredLock() {
		try (TestInstance instance = instance(new ReplicaAcks(1, Duration.ofSeconds(20), true))) {
			for (int i = 0; i < 20; i++) {
				LockHandle handle = instance.locks().acquire(K.withFencing(i % 2 == 0));
				assertThat(this.replica.command("GET", "lock:k").text()).isEqualTo(handle.token());
				assertThat(handle.release()).isTrue();
			}
		}
	}

	@Test
	void lockWithoutTheReplicaIsRefusedAndReleased() {
		try (TestInstance instance = instance(new ReplicaAcks(1, Duration.ofMillis(50), true))) {
			instance.locks().acquire(K.withWaitTime(Duration.ofSeconds(30))).close();
			this.replica.pause();
			assertThatExceptionOfType(LockServerException.class)
				.isThrownBy(() -> instance.locks().acquire(K.withWaitTime(Duration.ZERO)))
				.withMessageContaining("only 0 of 1 required replicas acknowledged it");
			await().untilAsserted(() -> assertThat(this.master.command("EXISTS", "lock:k").text()).isEqualTo("0"));
		}
	}

}
