package io.lockstarter.redis.topology;

import java.time.Duration;
import java.util.List;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.SlotMigration;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Moves a slot with locks to another master (behavior 58). */
@Timeout(120)
class ClusterMigrationTests {

	private final EmbeddedCluster cluster = SharedServers.cluster();

	private App app;

	String client() {
		return "lettuce";
	}

	@BeforeEach
	void connect() {
		this.cluster.masters().forEach((master) -> master.command("FLUSHALL"));
		this.app = App.on(this.cluster, client(), App.PATIENT);
	}

	@AfterEach
	void close() {
		this.app.close();
	}

	@Test
	void locksWorkBeforeDuringAndAfterASlotMigration() {
		LockStore store = this.app.store();
		assertThat(store.acquire("{tag}stays", "mine", 60_000)).isTrue();
		assertThat(store.acquire("{tag}moves", "mine", 60_000)).isTrue();
		int slot = this.cluster.slot("{tag}");
		assertThat(this.cluster.slot("lock:{tag}moves")).isEqualTo(slot);
		SlotMigration migration = this.cluster.beginMigration(slot, otherThan(this.cluster.masterOf(slot)));
		migration.moveKeys(List.of("lock:{tag}moves"));

		// ASK, for keys that have moved and for new ones
		assertThat(store.acquire("{tag}moves", "other", 60_000)).isFalse();
		assertThat(store.contend("{tag}moves", "other", 60_000, null).holder()).isNotNull();
		assertThat(store.acquire("{tag}new", "mine", 60_000)).isTrue();
		assertThat(migration.target().command("DBSIZE").text()).isNotEqualTo("0");
		assertThat(store.renew(List.of(renewal("{tag}moves", "mine", 90_000)))).containsExactly(RenewReply.RENEWED);
		assertThat(store.inspect("{tag}moves"))
			.hasValueSatisfying((holder) -> assertThat(holder.remainingMillis()).isGreaterThan(60_000));
		assertThat(store.release(new Release("{tag}stays", "mine", 0))).isEqualTo(ReleaseReply.RELEASED);

		// MOVED
		migration.moveKeys();
		migration.finish();
		assertThat(store.acquire("{tag}new", "other", 60_000)).isFalse();
		assertThat(store.release(new Release("{tag}moves", "mine", 0))).isEqualTo(ReleaseReply.RELEASED);
		assertThat(store.release(new Release("{tag}new", "mine", 0))).isEqualTo(ReleaseReply.RELEASED);
		assertThat(store.inspect("{tag}stays")).isEmpty();
	}

	/** If only some keys have moved, the cluster answers TRYAGAIN. */
	@Test
	void batchOnAHalfMovedSlotIsNeitherRenewedNorLost() {
		LockStore store = this.app.store();
		store.acquire("{tag}1", "mine", 60_000);
		store.acquire("{tag}2", "mine", 60_000);
		int slot = this.cluster.slot("{tag}");
		SlotMigration migration = this.cluster.beginMigration(slot, otherThan(this.cluster.masterOf(slot)));
		migration.moveKeys(List.of("lock:{tag}1"));
		List<Renewal> batch = List.of(renewal("{tag}1", "mine", 90_000), renewal("{tag}2", "mine", 90_000));
		assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.renew(batch))
			.withMessageContaining("TRYAGAIN")
			.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.NOT_APPLIED));
		migration.moveKeys();
		migration.finish();
		assertThat(store.renew(batch)).containsOnly(RenewReply.RENEWED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "{}{a}", "a{b}c}", "}{", "{", "a{}b{c}", "{{a}}", "ключ:{鍵}:🔒", "{🔒}" })
	void lockIsHeldWhileItsSlotMoves(String key) {
		try (LockHandle held = this.app.locks().acquire(LockRequest.of(key).withTtl(Duration.ofSeconds(30)))) {
			int slot = this.cluster.slot("lock:" + key);
			this.cluster.migrateSlot(slot, otherThan(this.cluster.masterOf(slot)));
			assertThat(this.app.store().inspect(key))
				.hasValueSatisfying((holder) -> assertThat(holder.token()).isEqualTo(held.token()));
			assertThat(held.isHeld()).isTrue();
		}
		assertThat(this.app.store().inspect(key)).isEmpty();
	}

	private EmbeddedRedis otherThan(EmbeddedRedis master) {
		return this.cluster.masters().stream().filter((other) -> other != master).findFirst().orElseThrow();
	}

}
