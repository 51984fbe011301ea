package io.lockstarter.redis.topology;

import org.junit.jupiter.api.Tag;

/** Runs the same tests with Jedis. */
@Tag("nightly")
class JedisOnClusterFailoverTests extends ClusterFailoverTests {

	@Override
	String client() {
		return "jedis";
	}

}
