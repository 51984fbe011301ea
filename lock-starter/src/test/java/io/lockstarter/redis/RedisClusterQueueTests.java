package io.lockstarter.redis;

import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueContractTests;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import static org.awaitility.Awaitility.await;

/**
 * Tests the queue on a Cluster. A node does not know all subscribers, so an entry is
 * alive for the time that its instance has requested.
 */
class RedisClusterQueueTests extends QueueContractTests {

	private static RedisFixture redis;

	private static RedisLockStore store;

	RedisClusterQueueTests() {
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
	protected LockStore backend() {
		return store;
	}

	@Override
	protected boolean countsSubscribers() {
		return false;
	}

}
