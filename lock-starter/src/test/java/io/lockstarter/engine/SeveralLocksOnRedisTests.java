package io.lockstarter.engine;

import java.util.EnumMap;
import java.util.Map;

import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.EachRedisClient;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedClass;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ParameterizedClass
@EachRedisClient
class SeveralLocksOnRedisTests extends SeveralLocksTests {

	/** One connection for all tests, since many connections are slow. */
	private static final Map<RedisClient, RedisConnectionFactory> CONNECTIONS = new EnumMap<>(RedisClient.class);

	private static RedisFixture redis;

	private final RedisClient client;

	SeveralLocksOnRedisTests(RedisClient client) {
		this.client = client;
	}

	@BeforeAll
	static void startServer() {
		redis = RedisFixture.start().patient();
	}

	@AfterAll
	static void stopServer() {
		CONNECTIONS.clear();
		redis.close();
	}

	@Override
	protected LockStore store() {
		return new RedisLockStore(
				CONNECTIONS.computeIfAbsent(this.client, (absent) -> RedisFixture.ready(redis.connect(absent))),
				"lock:");
	}

	@AfterEach
	void noKeyIsLeft() {
		// A key that was granted to a waiter that has just given up is released in the
		// background.
		await().untilAsserted(() -> assertThat(redis.command("KEYS", "lock:[^~]*").items()).isEmpty());
	}

}
