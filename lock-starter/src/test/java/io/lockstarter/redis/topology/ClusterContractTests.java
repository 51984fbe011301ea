package io.lockstarter.redis.topology;

import java.util.List;

import io.lockstarter.embedded.EmbeddedRedis;

/** The contract on a cluster. */
class ClusterContractTests extends AppContractTests {

	@Override
	App start() {
		return App.on(Shared.cluster(), client());
	}

	@Override
	List<EmbeddedRedis> masters() {
		return Shared.cluster().masters();
	}

}
