package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.EachRedisClient;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests the number of requests per lock, and that nothing is left of it (P8). */
@ParameterizedClass
@EachRedisClient
class CostTests {

	private final RedisFixture redis = RedisFixture.start().patient();

	private final TestInstance instance;

	CostTests(RedisClient client) {
		this.instance = new TestInstance(new RedisLockStore(RedisFixture.ready(this.redis.connect(client)), "lock:"));
	}

	@BeforeEach
	void warmUp() {
		cycles(100);
		this.redis.command("CONFIG", "RESETSTAT");
	}

	@AfterEach
	void stop() {
		this.instance.close();
		this.redis.close();
	}

	@Test
	void uncontendedAcquireAndReleaseCostTwoRequests() {
		cycles(1000);
		assertThat(this.redis.calls("set")).isEqualTo(1000);
		assertThat(this.redis.calls("evalsha")).isEqualTo(1000);
		// Apart from commands inside the script, there were only this test's own INFO
		// and RESETSTAT.
		assertThat(commands()).isSubsetOf("set", "evalsha", "get", "del", "info", "config");
	}

	@Test
	void reentryCostsNothing() {
		try (LockHandle outer = locks().acquire("k")) {
			this.redis.command("CONFIG", "RESETSTAT");
			for (int i = 0; i < 100; i++) {
				locks().acquire("k").close();
			}
			assertThat(commands()).isSubsetOf("info", "config");
			assertThat(outer.isHeld()).isTrue();
		}
	}

	@Test
	void refusedTryCostsOneRequest() {
		this.redis.command("SET", "lock:k", "other", "PX", "60000");
		this.redis.command("CONFIG", "RESETSTAT");
		assertThat(locks().tryAcquire("k")).isEmpty();
		assertThat(this.redis.calls("set")).isOne();
		assertThat(commands()).isSubsetOf("set", "info", "config");
	}

	/**
	 * These times, 285 thousand and 285 million years, do not fit into nanoseconds.
	 */
	@ParameterizedTest
	@CsvSource({ "other, 9000000000000000", "other, 9000000000000000000", "them:1, 9000000000000000",
			"them:1, 9000000000000000000" })
	void waiterForAKeyWithAnAbsurdExpiryAsksAtTheUsualIntervals(String value, String millis) {
		this.redis.command("SET", "lock:k", value);
		this.redis.command("PEXPIRE", "lock:k", millis);
		this.redis.command("CONFIG", "RESETSTAT");
		assertThat(locks().tryAcquire(LockRequest.of("k").withWaitTime(Duration.ofSeconds(2)))).isEmpty();
		assertThat(this.redis.calls("evalsha")).isBetween(1, 200);
	}

	@Test // 32
	void tenThousandCyclesLeaveNothingBehind() {
		Set<Thread> before = threads();
		cycles(10_000);
		assertThat(this.instance.entries()).as("map entries").isZero();
		assertThat(this.redis.command("KEYS", "*").items()).as("keys").isEmpty();
		assertThat(this.redis.command("PUBSUB", "CHANNELS").items()).as("subscriptions").isEmpty();
		await().atMost(Duration.ofSeconds(30))
			.untilAsserted(() -> assertThat(threads()).as("threads").isSubsetOf(before));
	}

	private void cycles(int count) {
		for (int i = 0; i < count; i++) {
			locks().acquire(LockRequest.of("k" + i % 7)).close();
		}
	}

	/** Returns the commands without subcommands, which Redis before 7 does not count. */
	private List<String> commands() {
		return this.redis.command("INFO", "commandstats")
			.text()
			.lines()
			.filter((line) -> line.startsWith("cmdstat_"))
			.map((line) -> line.substring("cmdstat_".length(), line.indexOf(':')).replaceFirst("\\|.*", ""))
			.toList();
	}

	private static Set<Thread> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> !thread.getName().startsWith("awaitility"))
			.collect(Collectors.toSet());
	}

	private LockEngine locks() {
		return this.instance.locks();
	}

}
