package io.lockstarter.redis.check;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.StoreException;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Checks servers with different configurations. */
@ParameterizedClass
@EnumSource(RedisClient.class)
class ServerChecksTests {

	private final RedisFixture redis = RedisFixture.start().patient();

	private final RedisClient client;

	ServerChecksTests(RedisClient client) {
		this.client = client;
	}

	@AfterEach
	void stop() {
		this.redis.close();
	}

	@Test
	void usualServerHasNoFindingsAndNoKeyIsLeft() {
		assertThat(findings()).isEmpty();
		assertThat(this.redis.command("KEYS", "*").items()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "allkeys-lru", "allkeys-random", "volatile-lru", "volatile-ttl" })
	void serverThatMayEvictLocksIsDangerous(String policy) {
		this.redis.command("CONFIG", "SET", "maxmemory", "64mb");
		this.redis.command("CONFIG", "SET", "maxmemory-policy", policy);
		assertThat(findings()).singleElement().satisfies((finding) -> {
			assertThat(finding.isDangerous()).isTrue();
			assertThat(finding.problem()).contains("may delete locks", "67108864", policy);
			assertThat(finding.fix()).contains("noeviction");
		});
	}

	@ParameterizedTest
	@CsvSource({ "0, allkeys-lru", "64mb, noeviction" })
	void serverWithoutEvictionHasNoFinding(String maxmemory, String policy) {
		this.redis.command("CONFIG", "SET", "maxmemory", maxmemory);
		this.redis.command("CONFIG", "SET", "maxmemory-policy", policy);
		assertThat(findings()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "-set", "-evalsha", "-del", "-pexpire", "-pttl", "-get" })
	void missingPermissionIsDangerous(String rule) {
		assertThat(findings("~lock:*", "+@all", rule)).isNotEmpty().allSatisfy((finding) -> {
			assertThat(finding.isDangerous()).isTrue();
			assertThat(finding.problem()).contains("A trial lock was refused", "the user lacks a permission");
		});
	}

	@Test
	void missingPermissionForTheKeysIsDangerous() {
		assertThat(findings("~other:*", "+@all")).isNotEmpty().allMatch(Finding::isDangerous);
	}

	@Test
	void missingPermissionForTheCheckIsNoFinding() {
		assertThat(findings("~lock:*", "+@all", "-info", "-config", "-cluster", "-acl")).isEmpty();
	}

	@Test
	void stoppedServerIsNoFinding() {
		RedisConnectionFactory factory = this.redis.connect(this.client);
		ServerChecks checks = new ServerChecks(factory, new RedisLockStore(factory, "lock:"), "lock:",
				ConnectionAdvice.ofProperties());
		this.redis.server().kill();
		assertThatExceptionOfType(StoreException.class).isThrownBy(checks::run)
			.withMessageContaining("check the Redis server")
			.withMessageContaining("no connection");
	}

	/**
	 * Lettuce loses the reason if the reply of the server comes together with the end of
	 * the connection.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "RedisHandshakeHandler not registered", "Connection closed prematurely" })
	void connectionIsRetriedIfItsFailureHasNoReason(String message) {
		RedisConnectionFactory real = this.redis.connectAs(this.client, "nobody", "wrong");
		AtomicInteger tries = new AtomicInteger();
		RedisConnectionFactory factory = (RedisConnectionFactory) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { RedisConnectionFactory.class }, (proxy, method, arguments) -> {
					if (tries.incrementAndGet() < 4) {
						throw new RedisConnectionFailureException("Unable to connect to Redis",
								new IllegalStateException(message));
					}
					return real.getConnection();
				});
		ServerChecks checks = new ServerChecks(factory, new RedisLockStore(real, "lock:"), "lock:",
				ConnectionAdvice.ofProperties());
		assertThat(checks.run()).singleElement()
			.satisfies((finding) -> assertThat(finding.problem()).contains("WRONGPASS"));
	}

	@Test
	void replicaIsNoFinding() {
		this.redis.command("REPLICAOF", "127.0.0.1", "1");
		assertThatExceptionOfType(StoreException.class).isThrownBy(this::findings).withMessageContaining("READONLY");
	}

	@Test
	void dangerIsReportedEvenIfALaterCheckFails() {
		this.redis.command("CONFIG", "SET", "maxmemory", "64mb");
		this.redis.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
		this.redis.command("REPLICAOF", "127.0.0.1", "1");
		assertThat(findings()).singleElement()
			.satisfies((finding) -> assertThat(finding.problem()).contains("may delete locks"));
	}

	private List<Finding> findings() {
		return run(this.redis.connect(this.client));
	}

	private List<Finding> findings(String... rules) {
		this.redis.server().command(command(rules));
		return run(this.redis.connectAs(this.client, "app", "secret"));
	}

	private static String[] command(String... rules) {
		String[] command = new String[5 + rules.length];
		System.arraycopy(new String[] { "ACL", "SETUSER", "app", "on", ">secret" }, 0, command, 0, 5);
		System.arraycopy(rules, 0, command, 5, rules.length);
		return command;
	}

	private static List<Finding> run(RedisConnectionFactory factory) {
		RedisFixture.ready(factory);
		return new ServerChecks(factory, new RedisLockStore(factory, "lock:"), "lock:", ConnectionAdvice.ofProperties())
			.run();
	}

}
