package io.lockstarter.redis;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.LockStoreContractTests;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the contract on a real server with each client. */
@ParameterizedClass
@EnumSource(RedisClient.class)
class RedisLockStoreContractTests extends LockStoreContractTests {

	/** One connection for all tests, since many would be slow. */
	private static final Map<RedisClient, RedisConnectionFactory> CONNECTIONS = new EnumMap<>(RedisClient.class);

	private static RedisFixture redis;

	private final RedisLockStore store;

	RedisLockStoreContractTests(RedisClient client) {
		redis.command("FLUSHALL");
		this.store = new RedisLockStore(
				CONNECTIONS.computeIfAbsent(client, (absent) -> RedisFixture.ready(redis.connect(absent))), "lock:");
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
	void everyKeyIsOursAndHasAnExpiry() {
		List<String> keys = redis.command("KEYS", "*").items().stream().map((key) -> key.text()).toList();
		assertThat(keys).allSatisfy((key) -> {
			assertThat(key).startsWith("lock:");
			assertThat(Long.parseLong(redis.command("PTTL", key).text())).isNotEqualTo(-1);
		});
	}

	@Override
	protected LockStore store() {
		return this.store;
	}

}
