package io.lockstarter.redis;

import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.store.ClaimContractTests;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import static org.awaitility.Awaitility.await;

/**
 * Tests fair, read/write and semaphore locks on a Cluster, where all keys of a script
 * must be in one slot. The prefix has no hash tag.
 */
class RedisClusterClaimTests extends ClaimContractTests {

	private static RedisFixture redis;

	private static RedisLockStore store;

	RedisClusterClaimTests() {
		redis.command("FLUSHALL");
	}

	@BeforeAll
	static void start() {
		redis = RedisFixture.start(RedisClusterBatchTests.clusterOfOne()).patient();
		redis.command(EmbeddedCluster.slotCommand("ADDSLOTS", 0, 16_383));
		await().until(() -> redis.command("CLUSTER", "INFO").text().contains("cluster_state:ok"));
		store = new RedisLockStore(RedisFixture.ready(redis.connectToCluster(RedisClient.LETTUCE)), "lock:");
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@Override
	protected LockStore store() {
		return store;
	}

}
