package io.lockstarter.redis;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.ReleaseMode;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.RetrySettings;
import io.lockstarter.engine.TestInstance;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the previous version and this one in two processes on one Redis, as in a rolling
 * update. They exclude each other, and none hangs. {@code compatibility/README.md}
 * describes the older version.
 */
@Timeout(120)
class OlderVersionTests {

	/** Long enough to notice a message that is not understood. */
	private static final LockSettings SETTINGS = new LockSettings("new", Duration.ofSeconds(30), Duration.ofMinutes(2),
			null, RetrySettings.DEFAULT, Duration.ofMinutes(1), ReleaseMode.SYNC, HandOffSettings.DEFAULT, false);

	private static RedisFixture redis;

	private static StringRedisTemplate counter;

	private static TestInstance instance;

	private static Process older;

	private static PrintStream commands;

	private static BufferedReader replies;

	@BeforeAll
	static void start() throws Exception {
		redis = RedisFixture.start().patient();
		RedisConnectionFactory factory = RedisFixture.ready(redis.connect(RedisClient.LETTUCE));
		counter = new StringRedisTemplate(factory);
		instance = new TestInstance(new RedisLockStore(factory, "lock:"), SETTINGS);
		older = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPathOfTheOlderVersion(),
				"io.lockstarter.compatibility.Contender", Integer.toString(redis.server().port()))
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		commands = new PrintStream(older.getOutputStream(), true, StandardCharsets.UTF_8);
		replies = new BufferedReader(new InputStreamReader(older.getInputStream(), StandardCharsets.UTF_8));
		awaitReply("ready");
	}

	@AfterAll
	static void stop() {
		older.destroyForcibly();
		instance.close();
		redis.close();
	}

	@Test
	void versionsExcludeEachOther() throws Exception {
		contend(150, 2, 1);
	}

	@Test
	void versionsWakeEachOther() throws Exception {
		contend(4, 1, 400);
	}

	/** Lets both read and write the same number, without other protection. */
	private void contend(int rounds, int threads, long millis) throws Exception {
		counter.delete("count");
		commands.println(rounds + " " + threads + " " + millis);
		List<CompletableFuture<Void>> callers = new ArrayList<>();
		for (int i = 0; i < threads; i++) {
			CompletableFuture<Void> done = new CompletableFuture<>();
			callers.add(done);
			new Thread(() -> {
				try {
					takeTurns(rounds, millis);
					done.complete(null);
				}
				catch (Throwable ex) {
					done.completeExceptionally(ex);
				}
			}).start();
		}
		callers.forEach(CompletableFuture::join);
		awaitReply("done");
		assertThat(counter.opsForValue().get("count")).isEqualTo(Integer.toString(2 * threads * rounds));
	}

	@SuppressWarnings("try")
	private static void takeTurns(int rounds, long millis) throws InterruptedException {
		for (int i = 0; i < rounds; i++) {
			try (LockHandle handle = instance.locks().acquire(LockRequest.of("key"))) {
				String count = counter.opsForValue().get("count");
				Thread.sleep(millis); // the protected section
				counter.opsForValue().set("count", Long.toString((count != null) ? Long.parseLong(count) + 1 : 1));
			}
		}
	}

	private static void awaitReply(String expected) throws IOException {
		String line = replies.readLine();
		while (line != null && !line.equals(expected)) { // skips log lines of the client
			line = replies.readLine();
		}
		assertThat(line).isEqualTo(expected);
	}

	/** Returns the same libraries, with the jar instead of the current classes. */
	private static String classPathOfTheOlderVersion() throws URISyntaxException {
		Path jar = Path
			.of(Objects.requireNonNull(OlderVersionTests.class.getResource("/compatibility/lock-starter-format-1.jar"))
				.toURI());
		List<Path> ours = List.of(locationOf(OlderVersionTests.class), locationOf(RedisLockStore.class));
		return jar + File.pathSeparator
				+ Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
					.filter((entry) -> !ours.contains(Path.of(entry).toAbsolutePath()))
					.collect(Collectors.joining(File.pathSeparator));
	}

	private static Path locationOf(Class<?> type) throws URISyntaxException {
		return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toAbsolutePath();
	}

}
