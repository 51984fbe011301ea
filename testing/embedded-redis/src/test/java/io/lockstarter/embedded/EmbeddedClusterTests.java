package io.lockstarter.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.lockstarter.embedded.resp.RespConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@Timeout(120)
class EmbeddedClusterTests {

	private static final Duration STALLS = Duration.ofMinutes(1);

	private static EmbeddedCluster cluster;

	@BeforeAll
	static void start() {
		cluster = EmbeddedCluster.start();
		nodeTimeout(STALLS);
	}

	/** A stall of the machine that lasts longer can start a failover. */
	private static void nodeTimeout(Duration timeout) {
		cluster.nodes()
			.forEach(
					(node) -> node.command("CONFIG", "SET", "cluster-node-timeout", Long.toString(timeout.toMillis())));
	}

	@AfterAll
	static void stop() {
		cluster.close();
		assertThat(cluster.nodes()).noneMatch(EmbeddedRedis::isAlive);
	}

	private static String reply(EmbeddedRedis node, String... command) throws IOException {
		try (RespConnection connection = RespConnection.open(node.host(), node.port(), Duration.ofSeconds(30))) {
			return connection.call(command).text();
		}
	}

	@Test
	void slotsAreSharedAndEveryMasterHasAReplica() {
		assertThat(cluster.addresses()).hasSize(6);
		assertThat(cluster.masters()).hasSize(3)
			.allSatisfy((master) -> assertThat(cluster.replicasOf(master)).hasSize(1));
		assertThat(List.of(cluster.masterOf(0), cluster.masterOf(8000), cluster.masterOf(16_383)))
			.doesNotHaveDuplicates();
		assertThat(cluster.slot("123456789")).as("the example of the specification").isEqualTo(0x31C3);
	}

	@Test
	void migrationRepliesAskDuringTheMoveAndMovedAtTheEnd() throws IOException {
		int slot = cluster.slot("{moving}");
		EmbeddedRedis source = cluster.masterOf(slot);
		EmbeddedRedis target = cluster.masters()
			.stream()
			.filter((master) -> master != source)
			.findFirst()
			.orElseThrow();
		source.command("SET", "{moving}1", "one");
		source.command("SET", "{moving}2", "two");
		SlotMigration migration = cluster.beginMigration(slot, target);
		migration.moveKeys(List.of("{moving}1"));
		assertThat(reply(source, "GET", "{moving}1")).isEqualTo("ASK " + slot + " " + target.address());
		assertThat(reply(source, "GET", "{moving}2")).isEqualTo("two");
		assertThat(reply(source, "MGET", "{moving}1", "{moving}2")).startsWith("TRYAGAIN");
		migration.moveKeys();
		migration.finish();
		assertThat(reply(source, "GET", "{moving}2")).isEqualTo("MOVED " + slot + " " + target.address());
		assertThat(reply(target, "GET", "{moving}2")).isEqualTo("two");
		assertThatIllegalArgumentException().isThrownBy(() -> cluster.beginMigration(slot, target));
		cluster.migrateSlot(slot, source);
		assertThat(reply(source, "GET", "{moving}1")).isEqualTo("one");
	}

	@Test
	@Tag("nightly")
	void killedMasterIsReplacedAndRejoinsAsAReplica() {
		EmbeddedRedis old = cluster.masterOf("key");
		Replicated.set(old, "key", "value", 1);
		nodeTimeout(Duration.ofMillis(1500));
		EmbeddedRedis promoted = cluster.failover(old);
		assertThat(cluster.masterOf("key")).isSameAs(promoted).isNotSameAs(old);
		assertThat(promoted.command("GET", "key").text()).isEqualTo("value");
		cluster.rejoin(old);
		nodeTimeout(STALLS);
		assertThat(cluster.replicasOf(promoted)).containsExactly(old);
	}

}
