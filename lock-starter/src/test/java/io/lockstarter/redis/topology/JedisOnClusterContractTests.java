package io.lockstarter.redis.topology;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The same on Jedis, which repeats what was not answered and does not say so. */
@Tag("topologies")
class JedisOnClusterContractTests extends ClusterContractTests {

	@Override
	String client() {
		return "jedis";
	}

	/** Every command is doubtful. */
	@Test
	@Override
	protected void epochDoesNotMoveByItself() {
		assertThat(store().epoch()).isNotEqualTo(store().epoch());
	}

}
