package io.lockstarter.redis;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.TestLease;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Checks the commands that reach the server, and the keys after them. */
@ParameterizedClass
@EnumSource(RedisClient.class)
class RedisCommandsTests {

	private static RedisFixture redis;

	private final LockStore store;

	RedisCommandsTests(RedisClient client) {
		redis.command("FLUSHALL");
		this.store = new RedisLockStore(RedisFixture.ready(redis.connect(client)), "lock:");
		this.store.acquire("warm-up", "mine", 10_000);
		this.store.release(new Release("warm-up", "mine", 0));
		this.store.renew(List.of(renewal("warm-up", "mine", 10_000)));
		redis.command("CONFIG", "RESETSTAT");
	}

	@BeforeAll
	static void start() {
		redis = RedisFixture.start().patient();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@Test
	void acquireAndReleaseAreOneSetAndOneScript() {
		this.store.acquire("key", "mine", 10_000);
		this.store.release(new Release("key", "mine", 0));
		assertThat(redis.calls("set")).isOne();
		assertThat(redis.calls("evalsha")).isOne();
		assertThat(redis.calls("eval")).isZero();
		assertThat(redis.command("INFO", "commandstats")
			.text()
			.lines()
			.filter((line) -> line.startsWith("cmdstat_"))
			.map((line) -> line.replaceFirst("cmdstat_(\\w+).*", "$1")))
			.containsOnly("set", "evalsha", "get", "del", "info", "config");
	}

	@Test
	void lockIsAReadableString() {
		this.store.acquire("order:42", "mine", 10_000);
		assertThat(redis.command("GET", "lock:order:42").text()).isEqualTo("mine");
		assertThat(Long.parseLong(redis.command("PTTL", "lock:order:42").text())).isBetween(1L, 10_000L);
	}

	@Test
	void ttlIsExactToTheMillisecond() {
		long start = System.nanoTime();
		this.store.acquire("key", "mine", 62_345);
		long left = Long.parseLong(redis.command("PTTL", "lock:key").text());
		// The server counts whole milliseconds.
		long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + 2;
		assertThat(left).isBetween(62_345L - passed, 62_345L);
	}

	@Test
	void renewOfManyIsOneScriptPerFiveHundred() {
		this.store.renew(IntStream.range(0, 1200).mapToObj((i) -> renewal("key" + i, "mine", 1000)).toList());
		assertThat(redis.calls("evalsha")).isEqualTo(3);
	}

	@Test
	void renewalOfALongEnoughTtlWritesNothing() {
		assumeTrue(redis.majorVersion() >= 7, "Redis before 7 has no PEXPIRE with GT");
		this.store.acquire("key", "mine", 10_000);
		String before = redis.server().info("rdb_changes_since_last_save");
		this.store.renew(List.of(renewal("key", "mine", 1000), renewal("other", "mine", 1000)));
		assertThat(redis.server().info("rdb_changes_since_last_save")).isEqualTo(before);
	}

	@Test
	void renewalRestoresALostExpiry() {
		redis.command("SET", "lock:key", "mine");
		assertThat(this.store.renew(List.of(renewal("key", "mine", 50_000)))).containsExactly(RenewReply.RENEWED);
		assertThat(Long.parseLong(redis.command("PTTL", "lock:key").text())).isBetween(1L, 50_000L);
	}

	@Test
	void holderWithoutExpiryHasANegativeTime() {
		redis.command("SET", "lock:key", "somebody");
		assertThat(this.store.inspect("key")).hasValueSatisfying((holder) -> {
			assertThat(holder.token()).isEqualTo("somebody");
			assertThat(holder.remainingMillis()).isNegative();
		});
	}

	@Test
	void scriptsAreSentAgainAfterScriptFlush() {
		this.store.acquire("key", "mine", 10_000);
		redis.command("SCRIPT", "FLUSH");
		assertThat(this.store.contend("key", "mine", 10_000, null).holder()).isNull();
		assertThat(this.store.inspect("key")).isPresent();
		assertThat(this.store.renew(List.of(renewal("key", "mine", 20_000)))).containsExactly(RenewReply.RENEWED);
		assertThat(this.store.releaseAll(List.of(new Release("none", "mine", 0))))
			.containsExactly(ReleaseReply.NOT_MINE);
		assertThat(this.store.release(new Release("key", "mine", 0))).isEqualTo(ReleaseReply.RELEASED);
		assertThat(redis.calls("eval")).isEqualTo(5);
	}

	@Test
	void keyOfAnotherTypeFailsAloneInABatch() {
		this.store.acquire("a", "mine", 50_000);
		redis.command("LPUSH", "lock:b", "no lock");
		this.store.acquire("c", "mine", 50_000);
		List<TestLease> leases = IntStream.range(0, 3)
			.mapToObj((i) -> new TestLease("bac".substring(i, i + 1), "mine"))
			.toList();
		assertThat(this.store.renew(leases.stream().map((lease) -> renewal(lease.key(), "mine", 90_000)).toList()))
			.containsExactly(RenewReply.FAILED, RenewReply.RENEWED, RenewReply.RENEWED);
		assertThat(this.store.releaseAll(leases.stream().map((lease) -> new Release(lease.key(), "mine", 0)).toList()))
			.containsExactly(ReleaseReply.FAILED, ReleaseReply.RELEASED, ReleaseReply.RELEASED);
		assertThat(redis.command("KEYS", "*").items()).hasSize(1);
	}

}
