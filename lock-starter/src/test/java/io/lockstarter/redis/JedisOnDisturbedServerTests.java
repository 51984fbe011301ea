package io.lockstarter.redis;

import io.lockstarter.testsupport.RedisClient;
import org.junit.jupiter.api.Tag;

/** The same on Jedis. */
@Tag("topologies")
class JedisOnDisturbedServerTests extends DisturbedServerTests {

	@Override
	RedisClient client() {
		return RedisClient.JEDIS;
	}

}
