package io.lockstarter.redis;

import java.time.Duration;
import java.util.List;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.ShortTokens;
import io.lockstarter.store.StoreException;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests a read-only replica: a client may still be connected to a former master. The
 * replica must not answer "you hold it" or "you are in the queue" from old data.
 */
class ReplicaTests {

	private static final String TOKEN = ShortTokens.full("a:1");

	private static final String WAITER = ShortTokens.full("b:1");

	private static final QueueRequest AGAIN = new QueueRequest(10_000, 10_000, true, true);

	private final RedisFixture master = RedisFixture.start();

	private final RedisFixture replica = RedisFixture.start("--replicaof", this.master.server().host(),
			Integer.toString(this.master.server().port()));

	private RedisLockStore store;

	@BeforeEach
	void replicate() {
		RedisLockStore onMaster = new RedisLockStore(RedisFixture.ready(this.master.connect(RedisClient.LETTUCE)),
				"lock:");
		onMaster.acquire("key", TOKEN, 60_000);
		onMaster.contend("key", WAITER, 60_000, new QueueRequest(10_000, 10_000, false, true));
		EmbeddedRedis server = this.replica.server();
		await().atMost(Duration.ofSeconds(30))
			.ignoreExceptions()
			.until(() -> this.replica.command("GET", "lock:key").text().contains(WAITER));
		this.store = new RedisLockStore(RedisFixture.ready(this.replica.connect(RedisClient.LETTUCE, server.port())),
				"lock:");
	}

	@AfterEach
	void stop() {
		this.replica.close();
		this.master.close();
	}

	@Test
	void renewalIsRefusedEvenIfTheTtlIsLongEnough() {
		assertRefused(() -> this.store.renew(List.of(renewal("key", TOKEN, 1_000))));
		assertRefused(() -> this.store.renew(List.of(renewal("key", TOKEN, 120_000))));
	}

	@Test
	void requestOfTheHolderIsRefused() {
		assertRefused(() -> this.store.contend("key", TOKEN, 1_000, null));
	}

	@Test
	void requestOfAWaiterIsRefused() {
		assertRefused(() -> this.store.contend("key", WAITER, 1_000, AGAIN));
		assertRefused(() -> this.store.contend("key", ShortTokens.full("c:1"), 1_000,
				new QueueRequest(10_000, 10_000, false, true)));
	}

	@Test
	void fenceAndGiveWayAreRefused() {
		assertRefused(() -> this.store.fence("key", TOKEN, 1_000, 1));
		assertRefused(() -> this.store.giveWay("key", TOKEN, 1_000, ShortTokens.full("a:2"), AGAIN));
	}

	private static void assertRefused(ThrowingCallable command) {
		assertThatExceptionOfType(StoreException.class).isThrownBy(command).withMessageContaining("READONLY");
	}

}
