package io.lockstarter.sample.shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests what operators see while the shop is under load. */
@ShopTest
class ActuatorTests {

	private static final int BUYERS = 100;

	private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	@LocalServerPort
	private int port;

	@Autowired
	private StockRepository stock;

	@Test
	void locksMetricsAndPrometheusShowTheLoad() {
		Sku sku = new Sku("watched");
		this.stock.fill(sku, BUYERS);
		List<CompletableFuture<HttpResponse<String>>> buyers = IntStream.range(0, BUYERS)
			.mapToObj((buyer) -> send("POST", "/orders/watched/buy?lock=annotation&payment=20"))
			.toList();
		await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
			String locks = get("/actuator/locks");
			assertThat(JsonPath.<List<Map<String, Object>>>read(locks, "$.holds[?(@.key == 'sku:watched')]"))
				.singleElement()
				.satisfies((held) -> assertThat(held).containsEntry("name", "sku:#<sku>")
					.containsEntry("method", "io.lockstarter.sample.AnnotatedPurchase.buy")
					.containsKeys("thread", "since", "remaining", "waiters"));
			assertThat(JsonPath.<List<Object>>read(locks, "$.waiting[?(@.key == 'sku:watched')]")).isNotEmpty();
		});
		assertThat(JsonPath.<Boolean>read(get("/actuator/locks/sku:watched"), "$.held")).isTrue();
		CompletableFuture.allOf(buyers.toArray(CompletableFuture[]::new)).join();
		assertThat(buyers).allSatisfy((buyer) -> assertThat(buyer.join().statusCode()).isEqualTo(200));

		String tags = "?tag=name:sku:%23%3Csku%3E&tag=outcome:acquired";
		assertThat(measured(get("/actuator/metrics/distributed.lock.acquire" + tags), "COUNT"))
			.isGreaterThanOrEqualTo(BUYERS);
		assertThat(measured(get("/actuator/metrics/distributed.lock.hold"), "TOTAL_TIME")).isPositive();
		await().untilAsserted(
				() -> assertThat(measured(get("/actuator/metrics/distributed.lock.waiters"), "VALUE")).isZero());
		assertThat(get("/actuator/prometheus").lines()
			.filter((line) -> line.startsWith("distributed_lock_hold_seconds_count") && line.contains("sku:#<sku>"))
			.mapToDouble((line) -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
			.sum()).isGreaterThanOrEqualTo(BUYERS);
		assertThat(get("/actuator/prometheus")).as("keys are no tags").doesNotContain("sku:watched");
		assertThat(JsonPath.<Boolean>read(get("/actuator/locks/sku:watched"), "$.held")).isFalse();
	}

	private static double measured(String body, String statistic) {
		return JsonPath.<List<Double>>read(body, "$.measurements[?(@.statistic == '" + statistic + "')].value").get(0);
	}

	private String get(String path) {
		return send("GET", path).join().body();
	}

	private CompletableFuture<HttpResponse<String>> send(String method, String path) {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path))
			.method(method, BodyPublishers.noBody())
			.build();
		return this.http.sendAsync(request, BodyHandlers.ofString());
	}

}
