package io.lockstarter.sample.shop;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import io.lockstarter.LockService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests the couriers and the inventory over HTTP. */
@ShopTest
class UseCaseTests {

	@Autowired
	private LockService locks;

	private final RestTestClient client;

	UseCaseTests(@LocalServerPort int port) {
		this.client = RestTestClient.bindToServer().baseUrl("http://localhost:" + port).build();
	}

	@Test
	void oneOfManyCouriersTakesTheOrder() {
		ExecutorService couriers = Executors.newFixedThreadPool(12);
		List<CompletableFuture<Integer>> asked = IntStream.range(0, 12)
			.mapToObj((courier) -> CompletableFuture.supplyAsync(() -> grab("order-1", "courier-" + courier), couriers))
			.toList();
		List<Integer> answers = asked.stream().map(CompletableFuture::join).toList();
		couriers.shutdown();
		assertThat(answers).hasSize(12).containsOnlyOnce(200).containsOnly(200, 409);
	}

	@Test
	void laterCourierReceivesConflict() {
		assertThat(grab("order-2", "first")).isEqualTo(200);
		assertThat(grab("order-2", "second")).isEqualTo(409);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/deliveries/ORDER/grab?courier=a", "/deliveries/order/grab?courier=A",
			"/deliveries/order/grab" })
	void grabWithInvalidNamesReturnsBadRequest(String path) {
		this.client.post().uri(path).exchange().expectStatus().isBadRequest();
	}

	@Test
	void secondInventoryReturnsLockedWithRetryAfter() {
		this.client.post().uri("/jobs/inventory").exchange().expectStatus().isAccepted();
		assertThat(this.locks.inspect("job:inventory")).isPresent();
		this.client.post()
			.uri("/jobs/inventory")
			.exchange()
			.expectStatus()
			.isEqualTo(423)
			.expectHeader()
			.valueEquals("Retry-After", "1");
		String token = this.locks.inspect("job:inventory").orElseThrow().holder().token();
		// Released here, so that no other test has to wait for the end of the inventory.
		assertThat(this.locks.release("job:inventory", token)).isTrue();
		await().atMost(Duration.ofMinutes(1)).until(() -> this.locks.inspect("job:inventory").isEmpty());
	}

	private int grab(String order, String courier) {
		return this.client.post()
			.uri("/deliveries/{order}/grab?courier={courier}", order, courier)
			.exchange()
			.returnResult(String.class)
			.getStatus()
			.value();
	}

}
