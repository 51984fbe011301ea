package io.lockstarter.sample.shop;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.lockstarter.sample.ShopApplication;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests exclusion between two instances on a Redis in a container. */
@TestPropertySource(properties = { "spring.datasource.url=" + RedisContainerTests.DATABASE, "shop.report-cron=-" })
@SpringBootTest(classes = ShopApplication.class)
@Testcontainers(disabledWithoutDocker = true)
@DirtiesContext // Closes the context before the container stops.
class RedisContainerTests {

	@Container
	@ServiceConnection("redis")
	static GenericContainer<?> redis = new GenericContainer<>("redis:7.4-alpine").withExposedPorts(6379);

	static final String DATABASE = "jdbc:h2:mem:container";

	private static final Sku LAMP = new Sku("lamp");

	private static final int PIECES = 40;

	@Autowired
	private OrderService orders;

	@Autowired
	private StockRepository stock;

	@Test
	void twoInstancesSellEachPieceOnce() throws Exception {
		this.stock.fill(LAMP, PIECES);
		ExecutorService buyers = Executors.newFixedThreadPool(8);
		try (ConfigurableApplicationContext other = startOtherInstance()) {
			List<OrderService> instances = List.of(this.orders, other.getBean(OrderService.class));
			CompletableFuture<?>[] purchases = IntStream.range(0, PIECES)
				.mapToObj((buyer) -> CompletableFuture.runAsync(() -> buy(instances.get(buyer % 2)), buyers))
				.toArray(CompletableFuture<?>[]::new);
			CompletableFuture.allOf(purchases).get(1, TimeUnit.MINUTES);
		}
		finally {
			buyers.shutdownNow();
		}
		// Purchases that overlap would write the same number of remaining pieces.
		assertThat(this.stock.lines()).contains(new StockLine(LAMP, PIECES, 0, PIECES));
	}

	private static void buy(OrderService instance) {
		instance.buy(LAMP, PurchaseMode.ANNOTATION, Duration.ofMillis(5));
	}

	private static ConfigurableApplicationContext startOtherInstance() {
		return new SpringApplicationBuilder(ShopApplication.class).run("--server.port=0",
				"--spring.datasource.url=" + DATABASE, "--shop.report-cron=-",
				"--spring.data.redis.host=" + redis.getHost(),
				"--spring.data.redis.port=" + redis.getFirstMappedPort());
	}

}
