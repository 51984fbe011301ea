package io.lockstarter.errors;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.lockstarter.DistributedLock;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Checks that a refused start leaves no thread or connection behind, with each store. */
class RefusedStartTests {

	private static final List<RedisFixture> SERVERS = new ArrayList<>();

	@BeforeAll
	static void start() {
		for (int i = 0; i < 3; i++) {
			SERVERS.add(RedisFixture.start());
		}
	}

	@AfterAll
	static void stop() {
		SERVERS.forEach(RedisFixture::close);
	}

	@ParameterizedTest
	@ValueSource(strings = { "memory", "redis", "redlock" })
	void refusedStartLeavesNoThreadOrConnection(String store) {
		refused(store);
		Set<Thread> before = threads();
		refused(store);
		await().untilAsserted(() -> {
			assertThat(threads()).filteredOn((thread) -> !before.contains(thread)).isEmpty();
			assertThat(SERVERS).allSatisfy((server) -> assertThat(clients(server)).isOne());
		});
	}

	private static void refused(String store) {
		ApplicationContextRunner runner = switch (store) {
			case "memory" -> Starts.under(List.of("distributed-lock.store=memory"));
			case "redis" -> Starts.under(List.of("redis", "spring.data.redis.timeout=2s",
					"spring.data.redis.port=" + SERVERS.get(0).server().port(),
					"spring.data.redis.lettuce.shutdown-timeout=0"));
			default -> Starts.under(List.of("distributed-lock.redlock.nodes=" + SERVERS.stream()
				.map((server) -> "redis://127.0.0.1:" + server.server().port())
				.collect(Collectors.joining(","))));
		};
		assertThat(Starts.failure(runner.withUserConfiguration(Wrong.class)).getDescription())
			.contains("there is no parameter 'ide'");
	}

	// One of them is the connection that sends CLIENT LIST.
	private static long clients(RedisFixture server) {
		return server.command("CLIENT", "LIST").text().lines().filter((line) -> !line.isBlank()).count();
	}

	// Threads that the JVM and libraries share between contexts end by themselves.
	private static Set<Thread> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().matches("(?i).*(lock|lettuce|redis|watchdog).*"))
			.collect(Collectors.toSet());
	}

	static class Wrong {

		@DistributedLock(key = "order:#<ide>")
		public void ship(long id) {
		}

	}

}
