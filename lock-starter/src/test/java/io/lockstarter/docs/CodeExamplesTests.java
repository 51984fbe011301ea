package io.lockstarter.docs;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lockstarter.BusyHandler;
import io.lockstarter.DistributedLock;
import io.lockstarter.LockAdmin;
import io.lockstarter.LockHandle;
import io.lockstarter.LockInfo;
import io.lockstarter.LockRequest;
import io.lockstarter.LockRequestCustomizer;
import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.client.LockClient;
import io.lockstarter.integration.DistributedLockRegistry;
import io.lockstarter.leader.LeaderElection;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Runs the examples of {@code docs/extending.md}, {@code leader.md}, {@code adapters.md}
 * and {@code operations.md}.
 */
class CodeExamplesTests {

	private final List<String> events = new CopyOnWriteArrayList<>();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory", "distributed-lock.wait-time=0",
				"distributed-lock.shutdown-timeout=0");

	@Test
	void severalKeys() {
		try (LockClient client = LockClient.on(new InMemoryLockStore()).build()) {
			severalKeys(client.service(), "b", "a");
		}
		assertThat(this.events).containsExactly("b to a under account:a,account:b");
	}

	private void severalKeys(LockService locks, String from, String to) {
		List<LockRequest> accounts = List.of(LockRequest.of("account:" + from), LockRequest.of("account:" + to));
		locks.run(accounts, () -> transfer(from, to));
	}

	private void transfer(String from, String to) {
		this.events.add(from + " to " + to + " under " + LockHandle.current().key());
	}

	@Test
	void customizerAndBusyHandler() {
		this.runner.withUserConfiguration(Adapting.class).withBean(Orders.class).run((context) -> {
			assertThat(context.getBean(Orders.class).pay(1)).isEqualTo("tenant-1:order:1");
			context.getBean(LockService.class).acquireAsync(LockRequest.of("order:1")).join();
			assertThatExceptionOfType(Conflict.class).isThrownBy(() -> context.getBean(Orders.class).pay(1));
		});
	}

	@Test
	void withoutSpringBoot() {
		try (RedisFixture redis = RedisFixture.start()) {
			withoutSpringBoot(redis.server().port());
		}
		assertThat(this.events).containsExactly("report");
	}

	private void withoutSpringBoot(int port) {
		LettuceConnectionFactory redis = new LettuceConnectionFactory("localhost", port);
		redis.afterPropertiesSet();
		redis.start();
		try (LockClient client = LockClient.on(redis).ttl(Duration.ofSeconds(20)).build()) {
			LockService locks = client.service();
			locks.run("report", () -> write("report"));
		}
		redis.destroy();
	}

	private void write(String text) {
		this.events.add(text);
	}

	@Test
	void secondRedis() {
		try (RedisFixture redis = RedisFixture.start().patient()) {
			RedisConnectionFactory sessions = RedisFixture.ready(redis.connect(RedisClient.LETTUCE));
			this.runner.withUserConfiguration(SecondRedis.class)
				.withBean("sessions", RedisConnectionFactory.class, () -> sessions)
				.run((context) -> {
					try (LockHandle handle = context.getBean(LockClient.class).service().acquire("s")) {
						assertThat(handle.key()).isEqualTo("s");
						assertThat(redis.command("EXISTS", "session-lock:s").text()).isEqualTo("1");
					}
					assertThat(context).hasSingleBean(LockService.class);
				});
		}
	}

	@Test
	void leaderElection() {
		this.runner.withUserConfiguration(Leading.class).run((context) -> {
			Leading leading = context.getBean(Leading.class);
			await().until(() -> leading.events.contains("elected"));
			Reports reports = new Reports(context.getBean(LeaderElection.class), leading.events);
			reports.report();
			assertThat(leading.events).contains("report");
			context.getBean(LeaderElection.class).stop();
			assertThat(leading.events).contains("revoked");
		});
	}

	@Test
	void adapters() {
		this.runner.withUserConfiguration(Adapters.class).run((context) -> {
			DistributedLockRegistry registry = context.getBean(DistributedLockRegistry.class);
			registry.executeLocked("k", () -> this.events
				.add(context.getBean(LockService.class).inspect("integration:k").orElseThrow().key()));
		});
		assertThat(this.events).containsExactly("integration:k");
	}

	@Test
	void operators() {
		this.runner.run((context) -> {
			LockService locks = context.getBean(LockService.class);
			locks.acquireAsync(LockRequest.of("order:42")).join();
			operators(context.getBean(LockAdmin.class));
			assertThat(this.events).singleElement().asString().startsWith("order:42 is held by app-");
			assertThat(locks.inspect("order:42")).isEmpty();
		});
	}

	private void operators(LockAdmin admin) {
		LockAdmin.Page page = admin.list("order:");
		for (LockInfo lock : page.locks()) {
			this.events.add(lock.key() + " is held by " + lock.holder().instance().orElse("another library"));
		}
		admin.forceRelease("order:42");
	}

	@Configuration(proxyBeanMethods = false)
	static class Adapting {

		@Bean
		LockRequestCustomizer tenants() {
			return (request) -> request.withKey(Tenant.current() + ":" + request.key());
		}

		@Bean
		BusyHandler conflict() {
			return (method, arguments, refusal) -> {
				throw new Conflict("Try again later: " + refusal.key());
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SecondRedis {

		@Bean
		LockClient sessionLocks(@Qualifier("sessions") RedisConnectionFactory sessions) {
			return LockClient.on(sessions).keyPrefix("session-lock:").build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Leading {

		private final List<String> events = new CopyOnWriteArrayList<>();

		@Bean
		LeaderElection reportLeader(LockService locks) {
			return LeaderElection.of(locks, "leader:reports")
				.onElected((handle) -> this.events.add("elected"))
				.onRevoked(() -> this.events.add("revoked"))
				.build();
		}

	}

	@EnableScheduling
	static class Reports {

		private final LeaderElection leader;

		private final List<String> events;

		Reports(LeaderElection leader, List<String> events) {
			this.leader = leader;
			this.events = events;
		}

		@Scheduled(fixedRate = 1000)
		public void report() {
			this.leader.runIfLeader(() -> this.events.add("report"));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Adapters {

		@Bean
		DistributedLockRegistry lockRegistry(LockService locks) {
			return new DistributedLockRegistry(locks, "integration:");
		}

	}

	static class Orders {

		@DistributedLock(key = "order:#<id>")
		public String pay(long id) {
			return LockHandle.current().key();
		}

	}

	static final class Tenant {

		private Tenant() {
		}

		static String current() {
			return "tenant-1";
		}

	}

	static class Conflict extends RuntimeException {

		Conflict(String message) {
			super(message);
		}

	}

}
