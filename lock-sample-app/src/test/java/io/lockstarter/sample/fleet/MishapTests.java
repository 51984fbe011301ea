package io.lockstarter.sample.fleet;

import java.util.List;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** What goes wrong on demand, and what is left of it. */
@FleetTest
class MishapTests {

	private final FleetClient fleet;

	MishapTests(FleetClient fleet) {
		this.fleet = fleet;
		fleet.awaitAllUp();
	}

	@Test
	void writeOfAPausedHolderIsRefusedByItsFence() {
		List<String> story = this.fleet.mishap("pause", this::expectThatNoOtherCanBeStarted);
		assertThat(story).hasSize(3);
		assertThat(story.get(1)).contains("got the lock and sold a lamp with fence");
		assertThat(story.get(2)).contains("refused");
		long late = fence(story.get(2));
		assertThat(late).isPositive().isLessThan(fence(story.get(1)));
		// The one order is that of the second; both had read 5.
		assertThat(lamp().path("orders").asInt()).isOne();
		assertThat(lamp().path("remaining").asInt()).isEqualTo(4);
	}

	@Test
	void lockOfAKilledInstanceIsFreeAfterItsTtlAndTheInstanceComesBack() {
		List<String> story = this.fleet.mishap("kill", this::expectThatNoOtherCanBeStarted);
		assertThat(story).hasSize(2);
		assertThat(story.get(1)).contains("got the lock and sold");
		assertThat(lamp().path("orders").asInt()).isOne();
		this.fleet.awaitAllUp();
	}

	@Test
	void lossUnderARestartedRedisIsNoticedAndThePurchasesGoOn() {
		List<String> story = this.fleet.mishap("redis", this::expectThatNoOtherCanBeStarted);
		assertThat(story).hasSize(3);
		assertThat(story.get(1)).contains("is lost");
		assertThat(story.get(2)).contains("was answered with 200");
	}

	private void expectThatNoOtherCanBeStarted() {
		assertThat(this.fleet.send("POST", "/mishaps/redis").statusCode()).isEqualTo(409);
	}

	private JsonNode lamp() {
		return this.fleet.get("/stock")
			.valueStream()
			.filter((line) -> line.path("sku").asString().equals("lamp"))
			.findFirst()
			.orElseThrow();
	}

	private static long fence(String line) {
		return Long.parseLong(line.replaceFirst(".*fence (\\d+).*", "$1"));
	}

}
