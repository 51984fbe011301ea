package io.lockstarter.redis.topology;

import java.util.List;

import io.lockstarter.embedded.EmbeddedRedis;

/** Tests the contract on a cluster. */
class ClusterContractTests extends AppContractTests {

	@Override
	App start() {
		return App.on(SharedServers.cluster(), client(), App.PATIENT);
	}

	@Override
	List<EmbeddedRedis> masters() {
		return SharedServers.cluster().masters();
	}

}
