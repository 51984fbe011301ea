package io.lockstarter.redis.topology;

import org.junit.jupiter.api.Tag;

/** Runs the same tests with Jedis. */
@Tag("nightly")
class JedisWithDocumentedRightsTests extends DocumentedRightsTests {

	@Override
	String client() {
		return "jedis";
	}

}
