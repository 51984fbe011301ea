package io.lockstarter.sample.fleet.failure;

import java.util.List;

import io.lockstarter.sample.fleet.FleetClient;
import io.lockstarter.sample.fleet.FleetTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the steps of each failure, and the state after it. */
@Tag("long")
@FleetTest("shared")
@ResourceLock("shared fleet")
class FailureDemoTests {

	private final FleetClient fleet;

	FailureDemoTests(FleetClient fleet) {
		this.fleet = fleet;
		fleet.awaitAllUp();
	}

	@Test
	void writeOfAPausedHolderIsRejectedByItsFencingNumber() {
		List<String> steps = this.fleet.failure("pause");
		assertThat(steps).hasSize(3);
		assertThat(steps.get(1)).contains("acquired the lock and sold a lamp with fencing number");
		assertThat(steps.get(2)).contains("rejected");
		long late = fencingNumber(steps.get(2));
		assertThat(late).isPositive().isLessThan(fencingNumber(steps.get(1)));
		// Both buyers have read a stock of 5. Only the second has an order.
		assertThat(lamp().path("orders").asInt()).isOne();
		assertThat(lamp().path("remaining").asInt()).isEqualTo(4);
	}

	@Test
	void lockOfAKilledInstanceExpiresAndTheInstanceRestarts() {
		List<String> steps = this.fleet.failure("kill");
		assertThat(steps).hasSize(2);
		assertThat(steps.get(1)).contains("acquired the lock and sold");
		assertThat(lamp().path("orders").asInt()).isOne();
		this.fleet.awaitAllUp();
	}

	@Test
	void lossByARestartOfRedisIsDetectedAndPurchasesContinue() {
		List<String> steps = this.fleet.failure("redis");
		assertThat(steps).hasSize(3);
		assertThat(steps.get(1)).contains("detected the loss");
		assertThat(steps.get(2)).contains("returned 200");
	}

	private JsonNode lamp() {
		return this.fleet.get("/stock")
			.valueStream()
			.filter((line) -> line.path("sku").asString().equals("lamp"))
			.findFirst()
			.orElseThrow();
	}

	private static long fencingNumber(String line) {
		return Long.parseLong(line.replaceFirst(".*fencing number (\\d+).*", "$1"));
	}

}
