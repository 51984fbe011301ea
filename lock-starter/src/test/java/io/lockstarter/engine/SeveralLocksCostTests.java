package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests the number of requests for several locks, and that they are sent together. */
@ParameterizedClass
@CsvSource({ "LETTUCE, false", "JEDIS, false", "LETTUCE, true", "JEDIS, true" })
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SeveralLocksCostTests {

	private static final int LOCKS = 5;

	private static RedisFixture single;

	/** One node with all slots, which refuses commands with keys of two slots. */
	private static RedisFixture cluster;

	private final RedisFixture redis;

	/** On a Cluster, Jedis may send commands twice, so each release is repeated. */
	private final boolean countable;

	private final LockStore store;

	private final List<LockRequest> requests = IntStream.range(0, LOCKS)
		.mapToObj((i) -> LockRequest.of("key" + i).withWaitTime(Duration.ofMinutes(1)))
		.toList();

	SeveralLocksCostTests(RedisClient client, boolean onCluster) {
		this.redis = onCluster ? cluster : single;
		this.redis.command("FLUSHALL");
		this.countable = !(onCluster && client == RedisClient.JEDIS);
		this.store = new RedisLockStore(
				RedisFixture.ready(onCluster ? cluster.connectToCluster(client) : single.connect(client)), "lock:");
	}

	@BeforeAll
	static void start() {
		single = RedisFixture.start().patient();
		cluster = RedisFixture.start("--cluster-enabled", "yes").patient();
		cluster.command(EmbeddedCluster.slotCommand("ADDSLOTS", 0, 16_383));
		await().until(() -> cluster.command("CLUSTER", "INFO").text().contains("cluster_state:ok"));
	}

	@AfterAll
	static void stop() {
		single.close();
		cluster.close();
	}

	@Test
	void freeLocksCostOneRequestEachInOneRoundTrip() {
		try (TestInstance instance = new TestInstance(gated("acquire"))) {
			warmUp(instance);
			LockHandle handle = instance.locks().acquire(this.requests);
			assertThat(this.redis.calls("set")).isEqualTo(LOCKS);
			assertScripts(0);
			handle.close();
			assertThat(this.redis.calls("set")).isEqualTo(LOCKS);
			assertScripts(LOCKS);
		}
	}

	@Test
	void futureOfFreeLocksCostsTheSame() {
		try (TestInstance instance = new TestInstance(gated("acquire"))) {
			warmUp(instance);
			LockHandle handle = instance.locks().acquireAsync(this.requests).join();
			assertThat(this.redis.calls("set")).isEqualTo(LOCKS);
			assertScripts(0);
			handle.close();
		}
	}

	@Test
	void releasesAreSentTogether() {
		try (TestInstance instance = new TestInstance(gated("release"))) {
			instance.locks().acquire(this.requests).close();
			assertThat(this.redis.command("KEYS", "lock:key*").items()).isEmpty();
		}
	}

	@Test
	void refusedTryCostsOneRequestForEachKeyAndOneForEachRelease() {
		try (TestInstance instance = new TestInstance(this.store)) {
			warmUp(instance);
			this.redis.command("SET", "lock:key2", "other", "PX", "60000");
			this.redis.command("CONFIG", "RESETSTAT");
			assertThat(instance.locks()
				.tryAcquire(this.requests.stream().map((one) -> one.withWaitTime(Duration.ZERO)).toList())).isEmpty();
			assertThat(this.redis.calls("set")).isEqualTo(LOCKS);
			assertScripts(LOCKS - 1);
		}
	}

	@Test
	void emptyCollectionCostsNothing() {
		try (TestInstance instance = new TestInstance(this.store)) {
			warmUp(instance);
			instance.locks().acquire(List.of()).close();
			assertThat(this.redis.calls("set")).isZero();
			assertScripts(0);
		}
	}

	private void assertScripts(int count) {
		if (this.countable) {
			assertThat(this.redis.calls("evalsha")).isEqualTo(count);
		}
	}

	/** The first release sends the text of the script. */
	private void warmUp(TestInstance instance) {
		try (TestInstance other = new TestInstance(this.store)) {
			other.locks().acquire("warm").close();
		}
		this.redis.command("CONFIG", "RESETSTAT");
		assertThat(instance.entries()).isZero();
	}

	private LockStore gated(String command) {
		return GatedStore.of(this.store, command, LOCKS);
	}

}
