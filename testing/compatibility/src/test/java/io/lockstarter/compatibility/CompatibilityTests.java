package io.lockstarter.compatibility;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.observability.actuator.LocksEndpoint;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests the library on the version of Spring Boot that is on the class path. All imported
 * classes must have the same package in every version.
 */
@SpringBootTest(classes = Orders.Application.class, properties = { "distributed-lock.startup-check=fail",
		"management.endpoints.web.exposure.include=*", "spring.data.redis.timeout=10s" })
class CompatibilityTests {

	private static final EmbeddedRedis REDIS = EmbeddedRedis.start();

	@Autowired
	private LockService locks;

	@Autowired
	private Orders orders;

	@Autowired
	private JdbcTemplate jdbc;

	@Autowired
	private ApplicationContext context;

	@DynamicPropertySource
	static void redis(DynamicPropertyRegistry properties) {
		properties.add("spring.data.redis.port", REDIS::port);
	}

	@AfterAll
	static void stop() {
		REDIS.close();
	}

	@BeforeEach
	void deleteOrders() {
		this.jdbc.update("DELETE FROM paid");
	}

	@Test
	void springBootHasTheTestedVersion() {
		assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("tested-boot.version"));
	}

	@Test // the class of the indicator has another package in each generation of Spring
			// Boot
	void healthAndEndpointShowTheLocks() throws Exception {
		Object health = this.context.getBean("distributedLockHealthIndicator");
		Object result = health.getClass().getMethod("health").invoke(health);
		assertThat(result.toString()).contains("UP", "renewalLag");
		try (LockHandle lock = this.locks.acquire("order:3")) {
			LocksEndpoint endpoint = this.context.getBean(LocksEndpoint.class);
			assertThat(endpoint.locks().holds()).singleElement()
				.satisfies((held) -> assertThat(held.key()).isEqualTo(lock.key()));
			assertThat(endpoint.lock("order:3").held()).isTrue();
		}
	}

	@Test
	void metersAreRegistered() {
		this.locks.acquire("order:4").close();
		assertThat(this.context.getBean(MeterRegistry.class).get("distributed.lock.acquire").timer().count())
			.isPositive();
		assertThat(this.context.getBean(MeterRegistry.class).get("distributed.lock.renewal.lag").gauge().value())
			.isNotNegative();
	}

	@Test
	void annotatedMethodRunsWithItsLock() {
		String duringCall = this.orders.ship(1, () -> value("lock:order:1"));
		assertThat(duringCall).isNotEmpty();
		assertThat(value("lock:order:1")).isEmpty();
	}

	@Test
	void lockServiceAcquiresAndReleases() {
		try (LockHandle lock = this.locks.acquire("order:2")) {
			assertThat(lock.isHeld()).isTrue();
			assertThat(value("lock:order:2")).isNotEmpty();
		}
		assertThat(value("lock:order:2")).isEmpty();
	}

	@Test
	void lockOutlastsTheTransaction() {
		StringBuilder afterCommit = new StringBuilder();
		this.orders.pay(3, () -> afterCommit.append(value("lock:order:3")));
		assertThat(afterCommit).isNotEmpty();
		assertThat(value("lock:order:3")).isEmpty();
		assertThat(this.jdbc.queryForObject("SELECT count(*) FROM paid", Integer.class)).isEqualTo(1);
	}

	@Test
	void busyLockIsNotAcquired() {
		REDIS.command("SET", "lock:order:4", "another-holder", "PX", "60000");
		LockRequest once = LockRequest.of("order:4").withWaitTime(Duration.ZERO);
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.locks.acquire(once));
		assertThat(this.locks.tryAcquire("order:4")).isEmpty();
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.orders.ship(4, () -> "must not run"));
		assertThat(this.orders.skip(4)).isEmpty();
	}

	@Test
	void waiterAcquiresTheLockWhenItIsReleased() {
		LockHandle held = this.locks.acquire("order:5");
		LockRequest request = LockRequest.of("order:5").withWaitTime(Duration.ofSeconds(60));
		CompletableFuture<Void> waiter = CompletableFuture.runAsync(() -> this.locks.run(request, () -> {
		}));
		assertThat(waiter).isNotDone();
		held.close();
		waiter.join();
	}

	private static String value(String key) {
		return REDIS.command("GET", key).text();
	}

}
