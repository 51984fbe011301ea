package io.lockstarter.engine;

import java.time.Duration;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.LockType;
import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** On one server, and on a Cluster of one node. */
@ParameterizedClass
@CsvSource({ "LETTUCE, false", "JEDIS, false", "LETTUCE, true", "JEDIS, true" })
class LockAdminOnRedisTests extends LockAdminTests {

	private static RedisFixture single;

	private static RedisFixture cluster;

	private final RedisClient client;

	private final RedisFixture redis;

	private final RedisLockStore store;

	LockAdminOnRedisTests(RedisClient client, boolean onCluster) {
		this.client = client;
		this.redis = onCluster ? cluster : single;
		this.redis.command("FLUSHALL");
		this.store = new RedisLockStore(
				RedisFixture.ready(onCluster ? cluster.connectToCluster(client) : single.connect(client)), "lock:");
	}

	@BeforeAll
	static void startServers() {
		single = RedisFixture.start().patient();
		cluster = RedisFixture.start("--cluster-enabled", "yes").patient();
		cluster.command(EmbeddedCluster.slotCommand("ADDSLOTS", 0, 16_383));
		await().until(() -> cluster.command("CLUSTER", "INFO").text().contains("cluster_state:ok"));
	}

	@AfterAll
	static void stopServers() {
		single.close();
		cluster.close();
	}

	@Override
	protected LockStore store() {
		return this.store;
	}

	/** A channel of the test before this one may still be there, so the id counts. */
	@Override
	protected void awaitSubscription(TestInstance instance) {
		await().until(() -> this.redis.command("PUBSUB", "CHANNELS")
			.items()
			.stream()
			.anyMatch((channel) -> channel.text().endsWith(instance.locks().instance())));
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = "EXCLUSIVE", mode = EnumSource.Mode.EXCLUDE)
	void otherTypesAreTakenAwayToo(LockType type) throws Exception {
		assertTakenAway(type);
	}

	@Test
	void locksAreListedPageByPage() {
		this.redis.command("RPUSH", "lock:list", "no lock");
		this.redis.command("SET", "other:key", "no lock");
		assertListed();
	}

	@Test
	void cursorOfAnotherServerIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.here.locks().admin().list("", (this.redis == single) ? "7@node" : "7", 10))
			.withMessageContaining("is not a cursor of this lock server");
		assertThatIllegalArgumentException().isThrownBy(() -> this.here.locks().admin().list("", "x", 10));
		if (this.redis == cluster) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.here.locks().admin().list("", "7@node", 10))
				.withMessageContaining("no longer a master");
		}
	}

	/** The holder's instance has subscribed, since one of its callers has waited. */
	@Test
	void holderThatListensIsNotifiedAtOnce() {
		LockHandle other = this.here.locks().acquire("other");
		var waiter = this.there.locks()
			.acquireAsync(LockRequest.of("other").withWaitTime(LockRequest.FOREVER))
			.toCompletableFuture();
		awaitSubscription(this.there);
		other.close();
		waiter.join().close();
		// Without the message, the loss would be noticed after twenty minutes.
		LockHandle handle = this.there.locks().acquire(LockRequest.of("k").withTtl(Duration.ofHours(1)));
		assertThat(this.here.locks().admin().forceRelease("k")).isPresent();
		await().until(() -> !handle.isHeld());
		this.here.locks().acquire("k").close();
	}

	@Test
	void holderThatDoesNotListenNoticesAtItsNextRenewal() {
		LockHandle handle = this.there.locks().acquire(LockRequest.of("k").withTtl(Duration.ofSeconds(3)));
		assertThat(this.here.locks().admin().forceRelease("k")).isPresent();
		await().until(() -> !handle.isHeld());
	}

	@Test
	void keptAndForeignLocksAreReleasedToo() {
		this.redis.command("SET", "lock:k", "~kept", "PX", "60000");
		assertThat(this.here.locks().admin().forceRelease("k")).isPresent();
		this.redis.command("SET", "lock:k", "value of another library", "PX", "60000");
		assertThat(this.here.locks().admin().forceRelease("k").orElseThrow().lock().holder().instance()).isEmpty();
		assertThat(this.redis.command("EXISTS", "lock:k").text()).isEqualTo("0");
	}

	/** A copy of the command, as after a reconnect, does not affect the next holder. */
	@Test
	void secondCopyOfTheCommandDoesNothing() {
		String token = this.there.locks().acquire("k").token();
		assertThat(this.store.forceRelease("k", token)).isZero();
		LockHandle next = this.here.locks().acquire("k");
		assertThat(this.store.forceRelease("k", token)).isNegative();
		assertThat(next.isHeld()).isTrue();
		next.close();
	}

	@Test
	void listNeedsTheRightToScan() {
		if (this.redis == cluster) {
			return; // a user on a Cluster needs more rights
		}
		this.redis.command("ACL", "DELUSER", "locks");
		String rights = "on nopass ~lock:* +set +get +del +pttl +pexpire +evalsha +eval +time +ping resetchannels &lock:wake:*";
		this.redis.command(("ACL SETUSER locks " + rights).split(" "));
		try (TestInstance limited = new TestInstance(
				new RedisLockStore(this.redis.connectAs(this.client, "locks", "any"), "lock:"))) {
			assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> limited.locks().admin().list(""));
			this.redis.command("ACL", "SETUSER", "locks", "+scan", "+publish");
			LockHandle handle = limited.locks().acquire("k");
			assertThat(limited.locks().admin().list("").locks()).hasSize(1);
			assertThat(limited.locks().admin().forceRelease("k")).isPresent();
			assertThat(handle.isHeld()).isFalse();
		}
	}

	@Test
	void requestsPerOperation() {
		LockHandle handle = this.here.locks().acquire("k");
		this.here.locks().admin().list("");
		this.here.locks().admin().forceRelease("none");
		this.redis.command("CONFIG", "RESETSTAT");
		this.here.locks().admin().list("");
		assertThat(this.redis.calls("scan")).isOne();
		assertThat(this.redis.calls("evalsha") + this.redis.calls("eval")).as("one scan, one inspect").isEqualTo(2);
		this.redis.command("CONFIG", "RESETSTAT");
		assertThat(this.here.locks().admin().forceRelease("k")).isPresent();
		assertThat(this.redis.calls("evalsha") + this.redis.calls("eval")).as("inspect, and release by the token")
			.isLessThanOrEqualTo(3);
		assertThat(handle.isHeld()).isFalse();
	}

}
