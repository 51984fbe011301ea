package io.lockstarter.redis.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

import io.lockstarter.LockException;
import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.EmbeddedSentinel;
import io.lockstarter.embedded.SlotMigration;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.ApplicationContextException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Checks that the permissions in docs/operations.md are enough for all operations, and
 * that each of them is needed.
 */
@Timeout(120)
class DocumentedRightsTests {

	private static final String STRICT = "distributed-lock.startup-check=fail";

	String client() {
		return "lettuce";
	}

	/** Uses exactly the documented permissions, over TLS. */
	@Test
	void permissionsForOneServerAreEnoughWithTls() {
		TlsServer server = SharedServers.tls();
		try (WeakUser user = new WeakUser(List.of(server.redis()), OperationsPage.rights("One server").get(0))) {
			work(server.port(), server.bundle()[0], server.bundle()[1]);
			assertThat(user.denied()).isEmpty();
		}
	}

	@Test
	void everyPermissionForOneServerIsNeeded() {
		List<String> rules = OperationsPage.rights("One server").get(0);
		assertThat(rules).hasSizeGreaterThan(5);
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			for (String rule : rules) {
				List<String> others = new ArrayList<>(rules);
				others.remove(rule);
				redis.command("FLUSHALL");
				redis.command("SCRIPT", "FLUSH");
				try (WeakUser user = new WeakUser(List.of(redis), others)) {
					tryToWork(() -> !user.denied().isEmpty(), "spring.data.redis.port=" + redis.port(), looksSoon(),
							"distributed-lock.wait-time=5s");
					assertThat(user.denied()).as("denied without %s", rule).isNotEmpty();
				}
			}
		}
	}

	@Test
	void permissionsForSentinelAreEnough() {
		EmbeddedSentinel sentinel = SharedServers.sentinel();
		List<List<String>> rights = OperationsPage.rights("Sentinel");
		try (WeakUser user = new WeakUser(sentinel.servers(), rights.get(0));
				WeakUser onSentinels = new WeakUser(sentinel.sentinels(), rights.get(1))) {
			work("spring.data.redis.sentinel.master=" + sentinel.masterName(),
					"spring.data.redis.sentinel.nodes=" + String.join(",", sentinel.sentinelAddresses()),
					"spring.data.redis.sentinel.username=" + WeakUser.NAME,
					"spring.data.redis.sentinel.password=" + WeakUser.PASSWORD, asksReplicas());
			assertThat(user.denied()).isEmpty();
			assertThat(onSentinels.denied()).isEmpty();
		}
	}

	@Test
	void permissionsForAClusterAreEnoughDuringASlotMigration() {
		EmbeddedCluster cluster = SharedServers.cluster();
		String nodes = "spring.data.redis.cluster.nodes=" + String.join(",", cluster.addresses());
		try (WeakUser user = new WeakUser(cluster.nodes(), OperationsPage.rights("Cluster").get(0))) {
			work(nodes, asksReplicas());
			int slot = cluster.slot("lock:key");
			EmbeddedRedis owner = cluster.masterOf(slot);
			SlotMigration migration = cluster.beginMigration(slot,
					cluster.masters().stream().filter((master) -> master != owner).findFirst().orElseThrow());
			work(nodes);
			migration.moveKeys();
			migration.finish();
			work(nodes);
			assertThat(user.denied()).isEmpty();
		}
	}

	/** Only Lettuce can wait for replicas. */
	private String asksReplicas() {
		return "distributed-lock.replicas.min-acks=" + (client().equals("lettuce") ? "1" : "0");
	}

	/** Jedis checks the idle connections of its pool every 30 s. */
	private static String looksSoon() {
		return "spring.data.redis.jedis.pool.time-between-eviction-runs=50ms";
	}

	private void tryToWork(BooleanSupplier hopeless, String... where) {
		try {
			work(hopeless, () -> await().until(hopeless::getAsBoolean), where);
		}
		catch (LockException | AssertionError | ConditionTimeoutException ex) {
			// The server reports the denied commands.
		}
		catch (CompletionException ex) {
			assertThat(ex).hasCauseInstanceOf(LockException.class);
		}
		catch (ApplicationContextException ex) {
			assertThat(ex).hasRootCauseInstanceOf(LockException.class);
		}
	}

	private void work(String... where) {
		work(() -> false, () -> {
		}, where);
	}

	/** Runs the last step while both instances still run. */
	private void work(BooleanSupplier hopeless, Runnable last, String... where) {
		List<String> all = new ArrayList<>(List.of(WeakUser.properties(where)));
		all.add(STRICT);
		all.add(App.PATIENT);
		String[] properties = all.toArray(String[]::new);
		try (App here = App.start(client(), properties); App there = App.start(client(), properties)) {
			new AllOperations(here, there, hopeless).run();
			last.run();
		}
	}

}
