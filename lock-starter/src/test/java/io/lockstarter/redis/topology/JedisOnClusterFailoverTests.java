package io.lockstarter.redis.topology;

import org.junit.jupiter.api.Tag;

/** The same on Jedis. */
@Tag("topologies")
class JedisOnClusterFailoverTests extends ClusterFailoverTests {

	@Override
	String client() {
		return "jedis";
	}

}
