package io.lockstarter.embedded;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

import io.lockstarter.embedded.resp.RespConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

class EmbeddedRedisLifecycleTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static String call(EmbeddedRedis redis, String... command) throws IOException {
		try (RespConnection connection = RespConnection.open(redis.host(), redis.port(), TIMEOUT)) {
			return connection.call(command).text();
		}
	}

	private static boolean isRunning(long pid) {
		return ProcessHandle.of(pid).isPresent();
	}

	@Test
	void stopEndsTheServer() {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			redis.stop();
			assertThat(redis.isAlive()).isFalse();
			assertThat(isRunning(redis.pid())).isFalse();
			assertThat(redis.lastLogLines()).contains("ready to exit");
		}
	}

	@Test
	void stopEndsAPausedServerNormally() {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			redis.pause();
			redis.stop();
			assertThat(redis.lastLogLines()).contains("ready to exit");
		}
	}

	@Test
	void killEndsTheServerWithoutShutdown() {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			redis.kill();
			assertThat(isRunning(redis.pid())).isFalse();
			assertThat(redis.lastLogLines()).doesNotContain("ready to exit");
		}
	}

	@Test
	void serverThatEndsByItselfIsNoLongerAlive() {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> call(redis, "SHUTDOWN", "NOSAVE"));
			await().until(() -> !redis.isAlive());
		}
	}

	@Test
	void restartAfterKillOrStopUsesTheSamePort() throws IOException {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			int port = redis.port();
			long firstPid = redis.pid();
			call(redis, "SET", "k", "v");
			redis.kill();
			redis.restart();
			assertThat(call(redis, "EXISTS", "k")).isEqualTo("0");
			redis.stop();
			redis.restart();
			redis.restart();
			assertThat(call(redis, "PING")).isEqualTo("PONG");
			assertThat(redis.port()).isEqualTo(port);
			assertThat(redis.pid()).isNotEqualTo(firstPid);
		}
	}

	@Test
	void restartKeepsPersistedData() throws IOException {
		try (EmbeddedRedis redis = EmbeddedRedis.builder()
			.option("--appendonly", "yes")
			.option("--appendfsync", "always")
			.start()) {
			call(redis, "SET", "k", "v");
			redis.kill();
			redis.restart();
			assertThat(call(redis, "GET", "k")).isEqualTo("v");
		}
	}

	@Test
	void pausedServerRepliesOnlyAfterResume() throws IOException {
		try (EmbeddedRedis redis = EmbeddedRedis.start();
				RespConnection connection = RespConnection.open(redis.host(), redis.port(), Duration.ofMillis(200))) {
			redis.pause();
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> connection.call("PING"));
			assertThat(redis.isAlive()).isTrue();
			redis.resume();
			await().ignoreException(SocketTimeoutException.class)
				.until(() -> connection.receive().text(), "PONG"::equals);
		}
	}

	@Test
	void closeLeavesNoProcessAndNoFilesAndIsIdempotent() throws IOException {
		EmbeddedRedis redis = EmbeddedRedis.start();
		Path data;
		try (RespConnection connection = RespConnection.open(redis.host(), redis.port(), TIMEOUT)) {
			data = Path.of(connection.call("CONFIG", "GET", "dir").items().get(1).text());
		}
		assertThat(data).isDirectory();
		redis.close();
		redis.close();
		assertThat(isRunning(redis.pid())).isFalse();
		assertThat(data.getParent()).doesNotExist();
		assertThatIllegalStateException().isThrownBy(redis::restart);
	}

	@Test
	void closeKeepsAConfiguredFolder(@TempDir Path folder) throws IOException {
		try (EmbeddedRedis redis = EmbeddedRedis.builder().dir(folder).option("--appendonly", "yes").start()) {
			call(redis, "SET", "k", "v");
		}
		try (Stream<Path> files = Files.list(folder)) {
			assertThat(files).isNotEmpty();
		}
	}

}
