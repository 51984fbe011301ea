package io.lockstarter.redis;

import java.util.EnumMap;
import java.util.Map;

import io.lockstarter.store.ClaimContractTests;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests fair, read/write and semaphore locks on a real server with each client.
 */
@ParameterizedClass
@EnumSource(RedisClient.class)
class RedisClaimTests extends ClaimContractTests {

	private static final Map<RedisClient, RedisConnectionFactory> CONNECTIONS = new EnumMap<>(RedisClient.class);

	private static RedisFixture redis;

	private final RedisLockStore store;

	RedisClaimTests(RedisClient client) {
		redis.command("FLUSHALL");
		this.store = new RedisLockStore(
				CONNECTIONS.computeIfAbsent(client, (absent) -> RedisFixture.ready(redis.connect(absent))), "my:lock:");
	}

	@BeforeAll
	static void start() {
		redis = RedisFixture.start().patient();
	}

	@AfterAll
	static void stop() {
		CONNECTIONS.clear();
		redis.close();
	}

	@AfterEach
	void everyKeyHasAnExpiry() {
		redis.command("KEYS", "*").items().forEach((key) -> {
			assertThat(key.text()).startsWith("my:lock:");
			assertThat(redis.command("PTTL", key.text()).text()).as(key.text()).isNotEqualTo("-1");
		});
	}

	@Override
	protected LockStore store() {
		return this.store;
	}

}
