package io.lockstarter.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Execution(ExecutionMode.CONCURRENT)
class DiesWithItsJvmTests {

	private static final Duration GENEROUS = Duration.ofMinutes(1);

	/**
	 * In a separate session, the JVM leads a process group, as in a terminal. It does not
	 * inherit the ignored signals of a build that runs in the background.
	 */
	private static final String LEADING_A_GROUP = """
			if env --default-signal=INT,HUP true 2>/dev/null; then set -- env --default-signal=INT,HUP "$@"; fi
			if command -v setsid >/dev/null 2>&1; then exec setsid "$@"; fi
			exec "$@"
			""";

	@TempDir
	private Path folder;

	private final List<ProcessHandle> started = new ArrayList<>();

	@AfterEach
	void endRemainingProcesses() {
		this.started.forEach(ProcessHandle::destroyForcibly);
	}

	@ParameterizedTest
	@ValueSource(strings = { "TERM", "INT", "KILL" })
	void redisEndsWhenItsJvmReceivesASignal(String signal) throws Exception {
		Process jvm = startJvm();
		ProcessHandle redis = redisOf(jvm);
		send(signal, Long.toString(jvm.pid()));
		awaitTheEndOf(redis);
	}

	@Test
	void redisEndsWhenItsJvmEndsNormally() throws Exception {
		Process jvm = startJvm("and-exit");
		ProcessHandle redis = redisOf(jvm);
		jvm.getOutputStream().close();
		awaitTheEndOf(redis);
	}

	@Test
	void sentinelsAndServersEndWhenTheirJvmIsKilled() throws Exception {
		Process jvm = startJvm("sentinels");
		BufferedReader pids = jvm.inputReader(StandardCharsets.US_ASCII);
		List<ProcessHandle> servers = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			servers.add(handle(pids.readLine()));
		}
		send("KILL", Long.toString(jvm.pid()));
		for (ProcessHandle server : servers) {
			awaitTheEndOf(server);
		}
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void redisEndsWhenTheProcessGroupOfItsJvmIsKilled() throws Exception {
		Process jvm = startJvm();
		ProcessHandle redis = redisOf(jvm);
		send("KILL", "-" + jvm.pid());
		awaitTheEndOf(redis);
	}

	@ParameterizedTest
	@ValueSource(strings = { "INT", "TERM", "HUP" })
	@EnabledOnOs(OS.LINUX)
	void redisRepliesToShutdownHooksWhenTheProcessGroupReceivesASignal(String signal) throws Exception {
		Process jvm = startJvm();
		ProcessHandle redis = redisOf(jvm);
		send(signal, "-" + jvm.pid());
		awaitTheEndOf(redis);
		assertThat(answer()).hasContent("PONG");
	}

	private Process startJvm(String... more) throws IOException {
		Path java = Path.of(System.getProperty("java.home"), "bin", "java");
		List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", LEADING_A_GROUP, "sh", java.toString()));
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), "-Djava.io.tmpdir=" + this.folder));
		command.addAll(List.of(RedisInAnotherJvm.class.getName(), answer().toString()));
		command.addAll(List.of(more));
		Process jvm = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
		this.started.add(jvm.toHandle());
		return jvm;
	}

	private Path answer() {
		return this.folder.resolve("answer");
	}

	private ProcessHandle redisOf(Process jvm) throws IOException {
		return handle(jvm.inputReader(StandardCharsets.US_ASCII).readLine());
	}

	private ProcessHandle handle(@Nullable String line) {
		assertThat(line).as("the pid that the other JVM prints").isNotNull();
		ProcessHandle redis = ProcessHandle.of(Long.parseLong(line)).orElseThrow();
		this.started.add(redis);
		return redis;
	}

	private static void send(String signal, String target) throws Exception {
		Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -s \"$1\" -- \"$2\"", "sh", signal, target).inheritIO()
			.start();
		assertThat(kill.waitFor()).isZero();
	}

	private void awaitTheEndOf(ProcessHandle redis) {
		await().atMost(GENEROUS).until(() -> !redis.isAlive());
		await().atMost(GENEROUS).untilAsserted(() -> {
			try (Stream<Path> files = Files.list(this.folder)) {
				assertThat(files.filter((file) -> file.getFileName().toString().startsWith("embedded-redis")))
					.isEmpty();
			}
		});
	}

}
