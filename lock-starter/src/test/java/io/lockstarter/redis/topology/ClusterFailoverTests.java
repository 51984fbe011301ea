package io.lockstarter.redis.topology;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.embedded.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Stops a master of a cluster. Numbers are those of the behaviors. */
@Timeout(180)
class ClusterFailoverTests {

	private static final Duration PATIENT = Duration.ofSeconds(60);

	private final EmbeddedCluster cluster = SharedServers.cluster();

	private final long[] highestFences = new long[12];

	private final List<App> apps = new ArrayList<>();

	String client() {
		return "lettuce";
	}

	/**
	 * Connects every instance to every master. Lettuce looks for a new master when a
	 * connection is lost, not when the first connection fails.
	 */
	@BeforeEach
	void connect() {
		this.cluster.masters().forEach((master) -> master.command("FLUSHALL"));
		for (int i = 0; i < 3; i++) {
			this.apps.add(App.on(this.cluster, client()));
		}
		everyInstanceCanLock();
	}

	@AfterEach
	void close() {
		this.apps.forEach(App::close);
	}

	@Test // 56, 57
	void locksSurviveTheFailureOfAMaster() {
		List<LockHandle> held = IntStream.range(0, 12).mapToObj((i) -> locks(0).acquire("held:" + i)).toList();
		LockHandle first = held.get(0);
		EmbeddedRedis master = this.cluster.masterOf("lock:" + first.key());
		CompletableFuture<LockHandle> waiter = locks(1)
			.acquireAsync(LockRequest.of(first.key()).withWaitTime(LockRequest.FOREVER))
			.toCompletableFuture();
		awaitReplicated(master);
		this.cluster.failover(master);
		assertThat(held).allMatch(LockHandle::isHeld);
		assertThat(waiter).isNotDone();
		everyInstanceCanLock();
		assertThat(held).allMatch(LockHandle::release);
		assertThat(waiter.join().release()).isTrue();
		this.cluster.rejoin(master);
		everyInstanceCanLock();
	}

	/** It has no connection to lose, so it must refresh the topology by itself. */
	@Tag("nightly")
	@Test // 57
	void unconnectedInstanceFindsTheNewMasterByTopologyRefresh() {
		EmbeddedRedis master = this.cluster.masterOf("lock:key");
		String elsewhere = IntStream.range(0, 100)
			.mapToObj((i) -> "elsewhere:" + i)
			.filter((key) -> this.cluster.masterOf("lock:" + key) != master)
			.findFirst()
			.orElseThrow();
		try (App late = App.on(this.cluster, client(), "distributed-lock.startup-check=off",
				"spring.data.redis.lettuce.cluster.refresh.period=1s")) {
			late.locks().acquire(elsewhere).close();
			this.cluster.failover(master);
			late.locks().acquire(LockRequest.of("key").withWaitTime(PATIENT)).close();
		}
		this.cluster.rejoin(master);
	}

	private LockService locks(int app) {
		return this.apps.get(app).locks();
	}

	private void awaitReplicated(EmbeddedRedis master) {
		await().until(() -> {
			long offset = Long.parseLong(master.info("master_repl_offset"));
			return this.cluster.replicasOf(master)
				.stream()
				.allMatch((replica) -> Long.parseLong(replica.info("slave_repl_offset")) >= offset);
		});
	}

	private void everyInstanceCanLock() {
		for (App app : this.apps) {
			for (int i = 0; i < 12; i++) {
				LockRequest request = LockRequest.of("other:" + i).withWaitTime(PATIENT).withFencing(true);
				try (LockHandle handle = app.locks().acquire(request)) {
					assertThat(handle.fencingNumber().orElseThrow()).as("72: also after a failover")
						.isGreaterThan(this.highestFences[i]);
					this.highestFences[i] = handle.fencingNumber().orElseThrow();
				}
			}
		}
	}

}
