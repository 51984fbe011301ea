package io.lockstarter.redis;

import java.util.List;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.LockStoreContractTests;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The contract on a real server, on each client. */
@ParameterizedClass
@EnumSource(RedisClient.class)
class RedisLockStoreContractTests extends LockStoreContractTests {

	private static RedisFixture redis;

	private final RedisLockStore store;

	RedisLockStoreContractTests(RedisClient client) {
		redis.command("FLUSHALL");
		this.store = new RedisLockStore(RedisFixture.ready(redis.connect(client)), "lock:");
	}

	@BeforeAll
	static void start() {
		redis = RedisFixture.start();
	}

	@AfterAll
	static void stop() {
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
