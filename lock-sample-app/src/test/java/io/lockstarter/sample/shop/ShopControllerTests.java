package io.lockstarter.sample.shop;

import java.time.Duration;
import java.util.UUID;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.StaleFencingNumberException;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.test.LockTester;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

import static io.lockstarter.test.LockAssertions.assertThatLock;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@ShopTest
// While Redis is down, a request waits for the command time-out.
@TestPropertySource(properties = { "distributed-lock.wait-time=300ms", "spring.data.redis.timeout=3s" })
class ShopControllerTests {

	private static final Sku LAMP = new Sku("lamp");

	@Autowired
	private StockRepository stock;

	@Autowired
	private LockService locks;

	@Autowired
	private LockTester tester;

	@Autowired
	private EmbeddedRedis redis;

	private final RestTestClient client;

	ShopControllerTests(@LocalServerPort int port) {
		this.client = RestTestClient.bindToServer().baseUrl("http://localhost:" + port).build();
	}

	@BeforeEach
	void fillStock() {
		this.stock.fill(LAMP, 3);
	}

	@Test
	void buyTakesOnePieceAndReleasesTheLock() {
		buy("lamp").expectStatus()
			.isOk()
			.expectBody()
			.jsonPath("$.sku")
			.isEqualTo("lamp")
			.jsonPath("$.remaining")
			.isEqualTo(2)
			.jsonPath("$.orderId")
			.isNotEmpty();
		assertThat(this.stock.find(LAMP)).contains(new Stock(LAMP, 2));
		assertThatLock("sku:lamp").isFree();
	}

	@Test
	void buyWhenSoldOutReturnsConflict() {
		this.stock.fill(LAMP, 0);
		expectProblem(buy("lamp"), 409, "Sold out");
		assertThatLock("sku:lamp").isFree();
	}

	@Test
	void buyOfAnUnknownArticleReturnsNotFound() {
		expectProblem(buy("unicorn"), 404, "Unknown article");
	}

	@ParameterizedTest
	@ValueSource(strings = { "LAMP", "a lamp", "-lamp", "lamp%0A", "0123456789012345678901234567890123456789x" })
	void buyOfAnInvalidSkuReturnsBadRequest(String sku) {
		expectProblem(buy(sku), 400, "Bad request");
	}

	@ParameterizedTest
	@ValueSource(strings = { "lock=perhaps", "payment=-1", "payment=10001", "payment=soon" })
	void buyWithAnInvalidParameterReturnsBadRequest(String query) {
		expectProblem(this.client.post().uri("/orders/lamp/buy?" + query).exchange(), 400, "Bad request");
		assertThat(this.stock.find(LAMP)).contains(new Stock(LAMP, 3));
	}

	@ParameterizedTest
	@ValueSource(strings = { "none", "annotation", "service", "fenced" })
	void everyKindOfPurchaseTakesOnePieceAndWritesOneOrder(String lock) {
		this.client.post().uri("/orders/lamp/buy?lock=" + lock).exchange().expectStatus().isOk();
		assertThat(this.stock.lines()).contains(new StockLine(LAMP, 3, 2, 1));
		assertThatLock("sku:lamp").isFree();
	}

	@ParameterizedTest
	@ValueSource(ints = { -1, 100_001 })
	void invalidStockReturnsBadRequest(int pieces) {
		expectProblem(this.client.put().uri("/stock/lamp?pieces=" + pieces).exchange(), 400, "Bad request");
	}

	@Test
	void getOfAPurchaseReturnsMethodNotAllowed() {
		this.client.get().uri("/orders/lamp/buy").exchange().expectStatus().isEqualTo(405);
	}

	@Test
	void buyWhenTheLockIsBusySellsNothingAndReturnsRetryAfter() {
		this.tester.makeBusy("sku:lamp");
		expectProblem(buy("lamp"), 423, "Busy").expectHeader().valueEquals("Retry-After", "1");
		assertThatLock("sku:lamp").isHeld();
		assertThat(this.stock.find(LAMP)).contains(new Stock(LAMP, 3));
	}

	@Test
	void buyWhenRedisIsDownSellsNothingAndWorksAgainAfterwards() {
		this.redis.kill();
		try {
			expectProblem(buy("lamp"), 503, "No lock available").expectHeader().valueEquals("Retry-After", "1");
			assertThat(this.stock.find(LAMP)).contains(new Stock(LAMP, 3));
		}
		finally {
			this.redis.restart();
		}
		await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> buy("lamp").expectStatus().isOk());
	}

	@Test
	void lateWriteIsRejectedByItsFencingNumber() {
		Sku vase = new Sku("vase");
		this.stock.fill(vase, 3);
		LockRequest request = LockRequest.of("sku:vase").withFencing(true);
		LockHandle late = this.locks.acquire(request);
		assertThat(this.locks.release(late.key(), late.token())).isTrue();
		try (LockHandle next = this.locks.acquire(request)) {
			this.stock.save(new Stock(vase, 2), order(next));
			assertThatExceptionOfType(StaleFencingNumberException.class)
				.isThrownBy(() -> this.stock.save(new Stock(vase, 2), order(late)));
		}
		assertThat(this.stock.lines()).contains(new StockLine(vase, 3, 2, 1));
	}

	private static Order order(LockHandle lock) {
		return new Order(UUID.randomUUID(), new Protection(PurchaseMode.FENCED, lock));
	}

	@Test
	void stockListsAllArticles() {
		this.client.get()
			.uri("/stock")
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody()
			.jsonPath("$[0].sku")
			.isEqualTo("lamp")
			.jsonPath("$[0].remaining")
			.isEqualTo(3)
			.jsonPath("$[?(@.sku == 'teapot')]")
			.exists();
	}

	private ResponseSpec buy(String sku) {
		return this.client.post().uri("/orders/{sku}/buy", sku).exchange();
	}

	private static ResponseSpec expectProblem(ResponseSpec answer, int status, String title) {
		answer.expectStatus()
			.isEqualTo(status)
			.expectHeader()
			.contentTypeCompatibleWith(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.title")
			.isEqualTo(title)
			.jsonPath("$.detail")
			.isNotEmpty();
		return answer;
	}

}
