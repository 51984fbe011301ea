package io.lockstarter.redis.topology;

import java.util.List;

import io.lockstarter.embedded.EmbeddedRedis;

/** Tests the contract on the master that the sentinels report. */
class SentinelContractTests extends AppContractTests {

	@Override
	App start() {
		return App.on(SharedServers.sentinel(), client(), App.PATIENT);
	}

	@Override
	List<EmbeddedRedis> masters() {
		return List.of(SharedServers.sentinel().master());
	}

}
