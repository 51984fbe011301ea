package io.lockstarter.redis.topology;

import java.util.List;

import io.lockstarter.embedded.EmbeddedRedis;
import org.junit.jupiter.api.Tag;

/** Tests the contract over TLS, with an authority that the application must configure. */
@Tag("nightly")
class TlsContractTests extends AppContractTests {

	@Override
	App start() {
		TlsServer server = SharedServers.tls();
		return App.start(client(), server.port(), server.bundle()[0], server.bundle()[1], App.PATIENT);
	}

	@Override
	List<EmbeddedRedis> masters() {
		return List.of(SharedServers.tls().redis());
	}

}
