package io.lockstarter.sample.fleet;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests exclusion between processes: three instances, one Redis, one database. */
@FleetTest("shared")
@ResourceLock("shared fleet")
@TestMethodOrder(OrderAnnotation.class)
class FleetTests {

	/** The interval of the report; see {@link FleetExtension}. */
	private static final int REPORT_SECONDS = 5;

	private static Instant start;

	private final FleetClient fleet;

	FleetTests(FleetClient fleet) {
		this.fleet = fleet;
		fleet.awaitAllUp();
	}

	@BeforeAll
	static void start() {
		start = Instant.now();
	}

	@Test
	void thousandPurchasesAtThreeInstancesSellExactlyTheStock() {
		JsonNode run = this.fleet.run("annotation", 1000, 150);
		assertThat(run.path("sold").asInt()).isEqualTo(150);
		assertThat(run.path("soldOut").asInt()).isEqualTo(850);
		assertThat(run.path("orders").asInt()).isEqualTo(150);
		assertThat(run.path("remaining").asInt()).isZero();
		assertThat(run.path("oversold").asInt()).isZero();
	}

	@Test
	void lockServiceSellsExactlyTheStock() {
		JsonNode run = this.fleet.run("service", 200, 40);
		assertThat(run.path("orders").asInt()).isEqualTo(40);
		assertThat(run.path("remaining").asInt()).isZero();
	}

	@Test
	void withoutALockTheFleetOversells() {
		JsonNode run = this.fleet.run("none", 200, 60);
		assertThat(run.path("oversold").asInt()).isPositive()
			.isEqualTo(run.path("orders").asInt() - run.path("pieces").asInt());
	}

	@Test
	void purchasesAreSpreadOverAllInstances() {
		this.fleet.send("PUT", "/stock/mug?pieces=100");
		Set<String> instances = IntStream.range(0, 6)
			.mapToObj((buyer) -> this.fleet.send("POST", "/orders/mug/buy"))
			.map((answer) -> answer.body().replaceFirst(".*\"instance\":\"([^\"]+)\".*", "$1"))
			.collect(Collectors.toSet());
		assertThat(instances).containsExactlyInAnyOrder("shop-1", "shop-2", "shop-3");
	}

	@Test
	void oneOfManyCouriersWins() {
		JsonNode race = JsonMapper.shared().readTree(this.fleet.send("POST", "/grabs?couriers=30").body());
		assertThat(race.path("winners").asInt()).isOne();
		assertThat(race.path("instance").asString()).startsWith("shop-");
	}

	// Runs last, because reports are written during the other tests.
	@Test
	@Order(Integer.MAX_VALUE)
	void scheduledReportIsWrittenOncePerInterval() {
		await().atMost(Duration.ofMinutes(2)).until(() -> reportsSinceTheStart().size() >= 2);
		assertThat(reportsSinceTheStart()).extracting((at) -> at.getEpochSecond() / REPORT_SECONDS)
			.doesNotHaveDuplicates();
	}

	private List<Instant> reportsSinceTheStart() {
		return this.fleet.get("/jobs/report")
			.valueStream()
			.map((report) -> Instant.parse(report.path("at").asString()))
			.filter((at) -> at.isAfter(start))
			.toList();
	}

	@ParameterizedTest
	@CsvSource({ "POST, /runs?lock=perhaps, 400", "POST, /runs?lock=none&buyers=0, 400", "POST, /runs, 400",
			"POST, /grabs?couriers=0, 400", "POST, /mishaps/flood, 400", "POST, /orders/LAMP/buy, 400",
			"POST, /orders/unicorn/buy, 404", "GET, /orders/lamp/buy, 405", "GET, /nothing, 404" })
	void badInputReturnsProblemDetails(String method, String path, int status) {
		HttpResponse<String> answer = this.fleet.send(method, path);
		assertThat(answer.statusCode()).isEqualTo(status);
		assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(answer.body()).contains("\"title\"", "\"detail\"");
	}

	@Test
	void gatewayForwardsBusyWithRetryAfter() {
		String key = "lock:job:inventory";
		await().atMost(Duration.ofMinutes(1))
			.until(() -> this.fleet.redis("SET", key, "another-holder", "NX", "PX", "600000"), "OK"::equals);
		try {
			HttpResponse<String> busy = this.fleet.send("POST", "/jobs/inventory");
			assertThat(busy.statusCode()).isEqualTo(423);
			assertThat(busy.headers().firstValue("Retry-After")).hasValue("1");
			assertThat(busy.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		}
		finally {
			this.fleet.redis("DEL", key);
		}
	}

	@Test
	void secondRunAtTheSameTimeIsRejected() {
		// The first request starts a run. If it has finished before the second request,
		// the second request starts a run, too, and the third may be rejected.
		await().atMost(Duration.ofMinutes(1))
			.until(() -> this.fleet.send("POST", "/runs?lock=service&buyers=100&pieces=40").statusCode() == 409);
		await().atMost(Duration.ofMinutes(2))
			.until(() -> this.fleet.get("/runs").valueStream().noneMatch((run) -> run.path("running").asBoolean()));
	}

}
