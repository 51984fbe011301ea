package io.lockstarter.redis;

import io.lockstarter.testsupport.RedisClient;
import org.junit.jupiter.api.Tag;

/** Runs the same tests with Jedis. */
@Tag("nightly")
class JedisOnDisturbedServerTests extends DisturbedServerTests {

	@Override
	RedisClient client() {
		return RedisClient.JEDIS;
	}

}
