package io.lockstarter.redis.topology;

import java.util.List;

import io.lockstarter.embedded.EmbeddedRedis;

/** The contract on the master that the sentinels name. */
class SentinelContractTests extends AppContractTests {

	@Override
	App start() {
		return App.on(Shared.sentinel(), client());
	}

	@Override
	List<EmbeddedRedis> masters() {
		return List.of(Shared.sentinel().master());
	}

}
