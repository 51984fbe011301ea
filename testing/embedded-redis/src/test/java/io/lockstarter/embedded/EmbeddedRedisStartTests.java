package io.lockstarter.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

import io.lockstarter.embedded.resp.RespConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

class EmbeddedRedisStartTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static String call(EmbeddedRedis redis, String... command) throws IOException {
		try (RespConnection connection = RespConnection.open(redis.host(), redis.port(), TIMEOUT)) {
			return connection.call(command).text();
		}
	}

	@Test
	void startWithoutOptionsUsesAFreePort() throws IOException {
		try (EmbeddedRedis redis = EmbeddedRedis.start(); EmbeddedRedis other = EmbeddedRedis.start()) {
			assertThat(call(redis, "PING")).isEqualTo("PONG");
			assertThat(call(redis, "INFO", "server")).contains("process_id:" + redis.pid());
			assertThat(redis.uri()).isEqualTo("redis://127.0.0.1:" + redis.port());
			assertThat(other.port()).isNotEqualTo(redis.port());
		}
	}

	@Test
	void startListensOnTheLoopbackAddressOnlyAndWritesNothing() throws IOException {
		try (EmbeddedRedis redis = EmbeddedRedis.start();
				RespConnection connection = RespConnection.open(redis.host(), redis.port(), TIMEOUT)) {
			assertThat(connection.call("CONFIG", "GET", "bind").items().get(1).text()).isEqualTo("127.0.0.1");
			assertThat(connection.call("CONFIG", "GET", "save").items().get(1).text()).isEmpty();
			assertThat(connection.call("CONFIG", "GET", "appendonly").items().get(1).text()).isEqualTo("no");
		}
	}

	@Test
	void startOnAPortOfAnotherRedisThrowsPortTaken() {
		try (EmbeddedRedis first = EmbeddedRedis.start()) {
			assertThatExceptionOfType(PortTakenException.class)
				.isThrownBy(() -> EmbeddedRedis.builder().port(first.port()).start())
				.withMessageContaining("Port " + first.port())
				.withMessageContaining("taken")
				.withMessageContaining("Could not create server TCP listening socket");
			assertThat(serversOtherThan(first)).isEmpty();
			assertThat(first.isAlive()).isTrue();
		}
	}

	private static List<ProcessHandle> serversOtherThan(EmbeddedRedis redis) {
		return ProcessHandle.current()
			.descendants()
			.filter((process) -> process.pid() != redis.pid())
			.filter((process) -> {
				return process.info().command().orElse("").endsWith("redis-server");
			})
			.toList();
	}

	@Test
	void startOnAFreePortRetriesIfThePortWasTakenMeanwhile() {
		try (EmbeddedRedis first = EmbeddedRedis.start()) {
			FreePorts freePorts = new FreePorts(new Random());
			Iterator<Integer> ports = List.of(first.port(), freePorts.next()).iterator();
			try (EmbeddedRedis second = EmbeddedRedis.start(EmbeddedRedis.builder().spec(), ports::next)) {
				assertThat(second.isAlive()).isTrue();
				assertThat(second.port()).isNotEqualTo(first.port());
			}
		}
	}

	@Test
	void startOnATakenPortWithAPasswordThrowsPortTaken() {
		try (EmbeddedRedis first = EmbeddedRedis.builder().option("--requirepass", "secret").start()) {
			assertThatExceptionOfType(PortTakenException.class)
				.isThrownBy(() -> EmbeddedRedis.builder().port(first.port()).option("--requirepass", "secret").start());
		}
	}

	@Test
	void startWithAWrongOptionShowsTheServersLog() {
		assertThatExceptionOfType(EmbeddedRedisException.class)
			.isThrownBy(() -> EmbeddedRedis.builder().option("--no-such-option", "1").start())
			.withMessageContaining("status 1")
			.withMessageContaining("no-such-option");
	}

	@Test
	void startTimeoutLeavesNoProcess() throws IOException {
		try (EmbeddedRedis bystander = EmbeddedRedis.start()) {
			// The server listens on another port, so it never replies on this one.
			int elsewhere = new FreePorts(new Random()).next();
			assertThatExceptionOfType(EmbeddedRedisException.class)
				.isThrownBy(() -> EmbeddedRedis.builder()
					.option("--port", Integer.toString(elsewhere))
					.startupTimeout(Duration.ofMillis(300))
					.start())
				.withMessageContaining("did not reply");
			await().until(() -> serversOtherThan(bystander), List::isEmpty);
		}
	}

	@Test
	void builderRejectsAPortOutOfRange() {
		assertThatIllegalArgumentException().isThrownBy(() -> EmbeddedRedis.builder().port(70_000).start());
	}

	@Test
	void optionsReachTheServer() throws IOException {
		try (EmbeddedRedis redis = EmbeddedRedis.builder().option("--enable-debug-command", "local").start()) {
			assertThat(call(redis, "DEBUG", "SLEEP", "0")).isEqualTo("OK");
		}
	}

	@Test
	void configFileAndRawArgumentsStartASentinel(@TempDir Path folder) throws IOException {
		try (EmbeddedRedis master = EmbeddedRedis.start()) {
			Path config = Files.writeString(folder.resolve("sentinel.conf"),
					"sentinel monitor main 127.0.0.1 " + master.port() + " 1\n");
			try (EmbeddedRedis sentinel = EmbeddedRedis.builder().configFile(config).args("--sentinel").start()) {
				assertThat(call(sentinel, "INFO", "server")).contains("redis_mode:sentinel");
			}
		}
	}

}
