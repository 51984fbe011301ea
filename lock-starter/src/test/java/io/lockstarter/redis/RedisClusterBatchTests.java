package io.lockstarter.redis;

import java.util.List;
import java.util.stream.IntStream;

import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Uses a cluster of one node, which already refuses scripts with keys of two slots. */
@ParameterizedClass
@EnumSource(RedisClient.class)
class RedisClusterBatchTests {

	private static RedisFixture redis;

	private final LockStore store;

	RedisClusterBatchTests(RedisClient client) {
		redis.command("FLUSHALL");
		this.store = new RedisLockStore(RedisFixture.ready(redis.connectToCluster(client)), "lock:");
	}

	@BeforeAll
	static void start() {
		redis = RedisFixture.start(clusterOfOne()).patient();
		redis.command(EmbeddedCluster.slotCommand("ADDSLOTS", 0, 16_383));
		await().until(() -> redis.command("CLUSTER", "INFO").text().contains("cluster_state:ok"));
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@Test
	void batchesAreSentSlotBySlotAndAnsweredInOrder() {
		List<String> keys = IntStream.range(0, 40).mapToObj((i) -> (i % 4 == 0) ? "{tag}" + i : "ключ" + i).toList();
		keys.forEach((key) -> assertThat(this.store.acquire(key, "t" + key, 50_000)).isTrue());
		this.store.release(new Release(keys.get(17), "t" + keys.get(17), 0));
		List<RenewReply> renewed = this.store
			.renew(keys.stream().map((key) -> renewal(key, "t" + key, 90_000)).toList());
		List<ReleaseReply> released = this.store
			.releaseAll(keys.stream().map((key) -> new Release(key, "t" + key, 0)).toList());
		for (int i = 0; i < keys.size(); i++) {
			assertThat(renewed.get(i)).isEqualTo((i == 17) ? RenewReply.NOT_MINE : RenewReply.RENEWED);
			assertThat(released.get(i)).isEqualTo((i == 17) ? ReleaseReply.NOT_MINE : ReleaseReply.RELEASED);
		}
		assertThat(redis.command("DBSIZE").text()).isEqualTo("0");
	}

	@Test
	void onlyTheSlotWithoutAServerFails() {
		this.store.acquire("a", "mine", 50_000);
		this.store.acquire("b", "mine", 50_000);
		String slot = redis.command("CLUSTER", "KEYSLOT", "lock:b").text();
		redis.command("CLUSTER", "DELSLOTS", slot);
		try {
			assertThat(this.store.renew(List.of(renewal("b", "mine", 90_000), renewal("a", "mine", 90_000))))
				.containsExactly(RenewReply.FAILED, RenewReply.RENEWED);
			assertThat(this.store.releaseAll(List.of(new Release("a", "mine", 0), new Release("b", "mine", 0))))
				.containsExactly(ReleaseReply.RELEASED, ReleaseReply.FAILED);
		}
		finally {
			redis.command("CLUSTER", "ADDSLOTS", slot);
		}
	}

	static String[] clusterOfOne() {
		return new String[] { "--cluster-enabled", "yes", "--cluster-require-full-coverage", "no" };
	}

}
