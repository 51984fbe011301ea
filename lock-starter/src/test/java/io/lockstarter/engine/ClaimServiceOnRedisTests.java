package io.lockstarter.engine;

import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.EachRedisClient;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedClass;

import static org.assertj.core.api.Assertions.assertThat;

@ParameterizedClass
@EachRedisClient
class ClaimServiceOnRedisTests extends ClaimServiceContractTests {

	private static RedisFixture redis;

	private final RedisClient client;

	ClaimServiceOnRedisTests(RedisClient client) {
		redis.command("FLUSHALL");
		this.client = client;
	}

	@BeforeAll
	static void start() {
		redis = RedisFixture.start().patient();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@AfterEach
	void everyKeyHasAnExpiry() {
		redis.command("KEYS", "*")
			.items()
			.forEach((key) -> assertThat(redis.command("PTTL", key.text()).text()).as(key.text()).isNotEqualTo("-1"));
	}

	@Override
	protected LockStore store(int number) {
		return new RedisLockStore(RedisFixture.ready(redis.connect(this.client)), "lock:");
	}

}
