package io.lockstarter.redis.topology;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the same tests with Jedis, which repeats unanswered commands silently. */
@Tag("nightly")
class JedisOnClusterContractTests extends ClusterContractTests {

	@Override
	String client() {
		return "jedis";
	}

	/** Every command may have been sent twice, so the epoch always changes. */
	@Test
	@Override
	protected void epochDoesNotChangeWithoutALostConnection() {
		assertThat(store().epoch()).isNotEqualTo(store().epoch());
	}

}
