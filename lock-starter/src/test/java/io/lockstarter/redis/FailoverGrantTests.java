package io.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.TestInstance;
import io.lockstarter.store.Release;
import io.lockstarter.store.ShortTokens;
import io.lockstarter.testsupport.RecordedWakeUps;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests a coordinated failover. It loses no data, but a client stays connected to the old
 * master, which is a replica now. This client receives the messages of the new master,
 * although the new master counts no subscriber.
 */
class FailoverGrantTests {

	private static final String HOLDER = ShortTokens.full("holder:1");

	private final RedisFixture old = RedisFixture.start("--repl-diskless-sync-delay", "0");

	private final RedisFixture next = RedisFixture.start("--replicaof", this.old.server().host(),
			Integer.toString(this.old.server().port()));

	@AfterEach
	void stop() {
		this.next.close();
		this.old.close();
	}

	@Test
	void clientsOfOldAndNewMasterDoNotHoldTheSameLock() {
		RedisLockStore onOld = store(this.old);
		onOld.acquire("key", HOLDER, 60_000);
		try (TestInstance behind = new TestInstance(onOld); TestInstance ahead = new TestInstance(store(this.next))) {
			CompletableFuture<LockHandle> left = acquire(behind);
			soon().until(() -> value(this.old).matches(".* 1;\\d+;c;\\d+;" + behind.locks().instance() + ":.*"));
			failOver();
			CompletableFuture<LockHandle> served = acquire(ahead);
			soon().until(() -> value(this.next).contains(ahead.locks().instance()));

			assertThat(store(this.next).release(new Release("key", HOLDER, 0))).isNotNull();
			soon().until(served::isDone);
			awaitAllMessages(onOld);
			assertThat(served.join().isHeld()).isTrue();
			assertThat(left.isDone() && left.join().isHeld()).as("the client of the old master holds it, too")
				.isFalse();
			served.join().close();
			left.cancel(false);
		}
	}

	private void failOver() {
		soon().until(() -> this.old.command("INFO", "replication").text().contains("state=online"));
		this.old.command("FAILOVER");
		soon().until(() -> this.next.command("INFO", "replication").text().contains("role:master")
				&& this.old.command("INFO", "replication").text().contains("master_link_status:up"));
	}

	/**
	 * Sends a message and waits for it. Messages keep their order, so earlier ones came.
	 */
	private void awaitAllMessages(RedisLockStore onOld) {
		RecordedWakeUps wakeUps = new RecordedWakeUps();
		Runnable stop = onOld.listen("last", wakeUps, (task) -> new Thread(task).start());
		soon().until(() -> wakeUps.subscriptions() > 0);
		this.next.command("PUBLISH", "lock:wake:1:last", "last:1 lock:last");
		soon().until(() -> !wakeUps.grants().isEmpty());
		stop.run();
	}

	private static CompletableFuture<LockHandle> acquire(TestInstance instance) {
		return instance.locks()
			.acquireAsync(LockRequest.of("key").withWaitTime(Duration.ofMinutes(1)))
			.toCompletableFuture();
	}

	private static String value(RedisFixture redis) {
		return redis.command("GET", "lock:key").text();
	}

	private static RedisLockStore store(RedisFixture redis) {
		return new RedisLockStore(RedisFixture.ready(redis.connect(RedisClient.LETTUCE)), "lock:");
	}

	private static ConditionFactory soon() {
		return await().atMost(Duration.ofSeconds(30));
	}

}
