package io.lockstarter.redis;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueContractTests;
import io.lockstarter.store.Wait;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.awaitility.Awaitility.await;

/**
 * The queue on a Cluster: there a PUBLISH does not tell whether anybody hears, so an
 * entry counts for as long as its instance has said.
 */
class RedisClusterQueueTests extends QueueContractTests {

	private static RedisFixture redis;

	private static RedisLockStore store;

	RedisClusterQueueTests() {
		redis.command("FLUSHALL");
	}

	@BeforeAll
	static void start() {
		redis = RedisFixture.start(RedisClusterBatchTests.clusterOfOne());
		redis.command("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
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

	@Override
	protected boolean knowsWhoIsGone() {
		return false;
	}

	@Test
	void entryThatIsOverIsSkipped() {
		hold("key");
		store().contend("key", "a:1", LONG, new Wait(GRANT, 1, false, true));
		store().contend("key", "b:1", LONG, HEARS);
		long over = Long.parseLong(redis.command("GET", "lock:key").text().split(";", -1)[3]);
		soon().until(() -> Long.parseLong(redis.command("TIME").items().get(0).text()) * 1000 > over);
		release("key", "h:1");
		assertHeld("key", "b:1", GRANT);
	}

	@Test
	void whoAsksAgainCountsForLonger() {
		hold("key");
		store().contend("key", "a:1", LONG, new Wait(GRANT, 1, false, true));
		store().contend("key", "a:1", LONG, HEARS);
		store().contend("key", "b:1", LONG, HEARS);
		release("key", "h:1");
		assertHeld("key", "a:1", GRANT);
	}

	/** As an operator's tool that takes the one node for a server of its own. */
	@Test
	void entryOfOneWhoDoesNotKnowOfTheClusterIsSkipped() {
		LockStore plain = new RedisLockStore(RedisFixture.ready(redis.connect(RedisClient.LETTUCE)), "lock:");
		hold("key");
		plain.contend("key", "a:1", LONG, HEARS);
		store().contend("key", "b:1", LONG, HEARS);
		release("key", "h:1");
		assertHeld("key", "b:1", GRANT);
	}

}
