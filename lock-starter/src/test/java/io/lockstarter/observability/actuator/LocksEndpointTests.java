package io.lockstarter.observability.actuator;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import com.jayway.jsonpath.JsonPath;
import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests the endpoint over HTTP, in an application with the Actuator and Prometheus. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway")
class LocksEndpointTests {

	private final HttpClient client = HttpClient.newHttpClient();

	private ConfigurableApplicationContext context;

	private LockService locks;

	@BeforeAll
	void start() {
		this.context = run("distributed-lock.endpoint.forced-release=true");
		this.locks = this.context.getBean(LockService.class);
	}

	private static ConfigurableApplicationContext run(String... properties) {
		return new SpringApplicationBuilder(Application.class).properties("server.port=0",
				"spring.main.banner-mode=off", "distributed-lock.store=memory",
				"management.endpoints.web.exposure.include=*", "management.endpoint.health.show-details=always",
				"management.endpoint.health.probes.enabled=true", "spring.application.name=shop",
				"spring.autoconfigure.exclude=org.springframework.boot.data.redis.autoconfigure.health.DataRedisHealthContributorAutoConfiguration")
			.properties(properties)
			.run();
	}

	@AfterAll
	void stop() {
		this.context.close();
	}

	@Test
	void locksShowsHoldsAndWaiters() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		Orders orders = this.context.getBean(Orders.class);
		Thread holder = new Thread(() -> orders.pay(42, end), "holder");
		holder.start();
		await().until(() -> get("/actuator/locks").body().contains("order:42"));
		Thread waiter = new Thread(() -> orders.pay(42, end), "waiter");
		waiter.start();
		await().untilAsserted(() -> {
			String body = get("/actuator/locks").body();
			assertThat(JsonPath.<List<Map<String, Object>>>read(body, "$.holds[?(@.key == 'order:42')]"))
				.singleElement()
				.satisfies((held) -> {
					assertThat(held).containsEntry("name", "order:#<id>")
						.containsEntry("type", "EXCLUSIVE")
						.containsEntry("method", Orders.class.getName() + ".pay")
						.containsEntry("thread", "holder")
						.containsEntry("waiters", 1)
						.containsKeys("since", "remaining", "token");
					assertThat(((Number) held.get("fencingNumber")).longValue()).isPositive();
				});
			assertThat(JsonPath.<List<Map<String, Object>>>read(body, "$.waiting")).singleElement()
				.satisfies((waiting) -> assertThat(waiting).containsEntry("thread", "waiter")
					.containsEntry("key", "order:42")
					.containsKey("since"));
			assertThat(JsonPath.<String>read(body, "$.instance")).startsWith("shop@");
		});
		end.countDown();
		holder.join();
		waiter.join();
	}

	@ParameterizedTest
	@CsvSource({ "plain,plain", "a/b/c,a/b/c", "order#42,order%2342", "50%,50%25", "a/#%?b,a/%23%25%3Fb",
			"ä ö,%C3%A4%20%C3%B6" })
	void lockShowsWhatTheLockServerKnows(String key, String path) throws Exception {
		try (LockHandle handle = this.locks.acquire(key)) {
			String body = get("/actuator/locks/" + path).body();
			assertThat(JsonPath.<String>read(body, "$.key")).isEqualTo(key);
			assertThat(JsonPath.<Boolean>read(body, "$.held")).isTrue();
			assertThat(JsonPath.<Boolean>read(body, "$.holders[0].here")).isTrue();
			assertThat(JsonPath.<String>read(body, "$.holders[0].instance")).startsWith("shop@");
			assertThat(body).as("the token is a secret").doesNotContain(handle.token());
		}
		assertThat(JsonPath.<Boolean>read(get("/actuator/locks/" + path).body(), "$.held")).isFalse();
	}

	@Test
	void forcedReleaseTakesTheLockAwayAndIsAudited() throws Exception {
		LockHandle stuck = this.locks.acquire(LockRequest.of("a/b").withFencing(true));
		HttpResponse<String> response = post("/actuator/locks/a/b");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(JsonPath.<Boolean>read(response.body(), "$.released")).isTrue();
		assertThat(stuck.isHeld()).isFalse();
		assertThat(JsonPath.<Number>read(response.body(), "$.fencingNumber").longValue())
			.as("the fencing number was raised")
			.isGreaterThan(stuck.fencingNumber().orElseThrow());
		assertThat(JsonPath.<String>read(response.body(), "$.holder")).startsWith("shop@");
		try (LockHandle next = this.locks.acquire(LockRequest.of("a/b").withFencing(true))) {
			assertThat(next.fencingNumber().orElseThrow()).isGreaterThan(stuck.fencingNumber().orElseThrow());
		}
		assertThat(this.context.getBean(Audits.class).events).anySatisfy((event) -> {
			assertThat(event.getAuditEvent().getType()).isEqualTo(ForcedReleaseEndpoint.AUDIT_TYPE);
			assertThat(event.getAuditEvent().getPrincipal()).isEqualTo("anonymous");
			assertThat(event.getAuditEvent().getData()).containsEntry("key", "a/b").containsEntry("released", true);
		});
	}

	@Test
	void forcedReleaseIsOffByDefaultAndKeysCanBeMasked() throws Exception {
		try (ConfigurableApplicationContext plain = run("distributed-lock.endpoint.mask-keys=true")) {
			LockService service = plain.getBean(LockService.class);
			try (LockHandle handle = service.acquire("secret:42")) {
				assertThat(send(plain, write(), "/actuator/locks/secret:42").statusCode()).isEqualTo(405);
				assertThat(handle.isHeld()).isTrue();
				String all = send(plain, HttpRequest.newBuilder().GET(), "/actuator/locks").body();
				String one = send(plain, HttpRequest.newBuilder().GET(), "/actuator/locks/secret:42").body();
				assertThat(all + one).doesNotContain("secret:42").contains("\"key\":\"****");
			}
		}
	}

	@Test
	void replyOfAForcedReleaseMasksTheKey() throws Exception {
		try (ConfigurableApplicationContext masked = run("distributed-lock.endpoint.mask-keys=true",
				"distributed-lock.endpoint.forced-release=true")) {
			masked.getBean(LockService.class).acquire("secret:42");
			HttpResponse<String> held = send(masked, write(), "/actuator/locks/secret:42");
			assertThat(JsonPath.<Boolean>read(held.body(), "$.released")).isTrue();
			HttpResponse<String> free = send(masked, write(), "/actuator/locks/secret:42");
			assertThat(JsonPath.<Boolean>read(free.body(), "$.released")).isFalse();
			assertThat(held.body() + free.body()).doesNotContain("secret:42").contains("\"key\":\"****");
		}
	}

	@Test
	void healthHasTheLocksButLivenessDoesNot() throws Exception {
		String health = get("/actuator/health").body();
		assertThat(JsonPath.<String>read(health, "$.components.distributedLock.status")).isEqualTo("UP");
		assertThat(JsonPath.<Map<String, Object>>read(health, "$.components.distributedLock.details"))
			.containsKeys("renewalLag", "losses", "window");
		assertThat(get("/actuator/health/liveness").body()).doesNotContain("distributedLock");
		assertThat(get("/actuator/health/readiness").body()).doesNotContain("distributedLock");
	}

	@Test
	void infoNamesVersionStoreAndTopology() throws Exception {
		assertThat(JsonPath.<Map<String, Object>>read(get("/actuator/info").body(), "$.distributedLock"))
			.containsEntry("store", "InMemoryLockStore")
			.containsEntry("topology", "memory")
			.containsKeys("version", "instance");
	}

	@Test
	void metersAreInMetricsAndPrometheus() throws Exception {
		this.locks.acquire("metered").close();
		assertThat(get("/actuator/metrics/distributed.lock.acquire").body()).contains("\"exclusive\"", "\"acquired\"");
		assertThat(get("/actuator/prometheus").body()).contains(
				"distributed_lock_acquire_seconds_count{name=\"lock\",outcome=\"acquired\",type=\"exclusive\"}",
				"distributed_lock_renewal_lag_seconds", "distributed_lock_unconfirmed_tokens");
	}

	@Test
	void observationsPublishNoMetersOfTheirOwn() throws Exception {
		Observation.createNotStarted("observed", this.context.getBean(ObservationRegistry.class))
			.observe(() -> this.locks.acquire("metered").close());
		assertThat(get("/actuator/prometheus").body()).contains("observed_seconds_count")
			.contains("distributed_lock_acquire_seconds_count")
			.doesNotContainPattern("(?m)^lock_");
	}

	private static HttpRequest.Builder write() {
		return HttpRequest.newBuilder()
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.noBody());
	}

	private HttpResponse<String> get(String path) throws IOException, InterruptedException {
		return send(this.context, HttpRequest.newBuilder().GET(), path);
	}

	private HttpResponse<String> post(String path) throws IOException, InterruptedException {
		return send(this.context, write(), path);
	}

	private HttpResponse<String> send(ConfigurableApplicationContext target, HttpRequest.Builder request, String path)
			throws IOException, InterruptedException {
		int port = ((ServletWebServerApplicationContext) target).getWebServer().getPort();
		return this.client.send(
				request.uri(URI.create("http://localhost:" + port + path)).timeout(Duration.ofSeconds(60)).build(),
				HttpResponse.BodyHandlers.ofString());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ Orders.class, Audits.class })
	static class Application {

	}

	static class Orders {

		@DistributedLock(key = "order:#<id>", waitTime = "60s", fencing = true)
		public void pay(long id, CountDownLatch end) {
			try {
				end.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	static class Audits {

		private final List<AuditApplicationEvent> events = new CopyOnWriteArrayList<>();

		@EventListener
		void on(AuditApplicationEvent event) {
			this.events.add(event);
		}

	}

}
