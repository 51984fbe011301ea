package io.lockstarter.redis.topology;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.EmbeddedSentinel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Stops a master, so that sentinels promote a replica. Numbers are those of the
 * behaviors.
 */
@Timeout(180)
class SentinelFailoverTests {

	private static final Duration PATIENT = Duration.ofSeconds(60);

	private final EmbeddedSentinel sentinel = SharedServers.sentinel();

	private long highestFence;

	private final List<App> apps = new ArrayList<>();

	String client() {
		return "lettuce";
	}

	@BeforeEach
	void connect() {
		this.sentinel.master().command("FLUSHALL");
		for (int i = 0; i < 3; i++) {
			this.apps.add(App.on(this.sentinel, client()));
		}
	}

	@AfterEach
	void close() {
		this.apps.forEach(App::close);
	}

	@Test // 56, 57
	void replicatedLockSurvivesAFailover() {
		LockHandle held = locks(0).acquire("held");
		CompletableFuture<LockHandle> waiter = locks(1)
			.acquireAsync(LockRequest.of("held").withWaitTime(LockRequest.FOREVER))
			.toCompletableFuture();
		awaitReplicated();
		EmbeddedRedis old = this.sentinel.failover();
		assertThat(held.isHeld()).isTrue();
		assertThat(waiter).isNotDone();
		everyInstanceCanLock();
		assertThat(held.isHeld()).isTrue();
		assertThat(held.release()).isTrue();
		LockHandle next = waiter.join();
		assertThat(next.isHeld()).isTrue();
		assertThat(next.release()).isTrue();
		this.sentinel.rejoin(old);
		everyInstanceCanLock();
	}

	/**
	 * Locks without replication are not safe here: that is why there are fencing numbers.
	 */
	@Tag("nightly")
	@Test // 56
	void unreplicatedLockIsLostAndItsHolderNotified() {
		everyInstanceCanLock();
		LockHandle held = locks(0).acquire(LockRequest.of("held").withTtl(Duration.ofSeconds(15)));
		CompletableFuture<Boolean> lost = new CompletableFuture<>();
		held.onLost(() -> lost.complete(true));
		awaitReplicated();
		this.sentinel.replicas().forEach((replica) -> forget(replica, "lock:held"));
		EmbeddedRedis old = this.sentinel.failover();
		await().atMost(PATIENT).untilAsserted(() -> assertThat(lost).isCompletedWithValue(true));
		assertThat(held.isHeld()).isFalse();
		assertThat(held.release()).isFalse();
		this.sentinel.rejoin(old);
		everyInstanceCanLock();
	}

	private LockService locks(int app) {
		return this.apps.get(app).locks();
	}

	/** Waits until every replica has all earlier writes of the master. */
	private void awaitReplicated() {
		await().until(() -> {
			String offset = this.sentinel.master().info("master_repl_offset");
			return this.sentinel.replicas()
				.stream()
				.allMatch((replica) -> Long.parseLong(replica.info("slave_repl_offset")) >= Long.parseLong(offset));
		});
	}

	/**
	 * Deletes the key, as if it had never been replicated. To cut the connection is not
	 * enough: the replica still reads the data that it has received.
	 */
	private static void forget(EmbeddedRedis replica, String key) {
		replica.command("CONFIG", "SET", "replica-read-only", "no");
		assertThat(replica.command("DEL", key).text()).isEqualTo("1");
		replica.command("CONFIG", "SET", "replica-read-only", "yes");
	}

	private void everyInstanceCanLock() {
		for (App app : this.apps) {
			LockRequest request = LockRequest.of("other").withWaitTime(PATIENT).withFencing(true);
			try (LockHandle handle = app.locks().acquire(request)) {
				assertThat(handle.fencingNumber().orElseThrow()).as("72: also after a failover")
					.isGreaterThan(this.highestFence);
				this.highestFence = handle.fencingNumber().orElseThrow();
			}
		}
	}

}
