package io.lockstarter.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Runs the sample in a JVM of its own, and keeps its output. Closing ends all its
 * processes.
 */
public final class SampleProcess implements AutoCloseable {

	public static final Duration GENEROUS = Duration.ofMinutes(5);

	private static final Pattern EMBEDDED = Pattern
		.compile("Started an embedded Redis on 127\\.0\\.0\\.1:(\\d+), pid (\\d+)");

	private static final Pattern OPEN = Pattern.compile("The shop is open: http://localhost:(\\d+)/ \\(Redis: (.*)\\)");

	private static final Pattern COMPLETE = Pattern.compile("All (\\d+) instances are up");

	private static final Pattern INSTANCE = Pattern.compile("Ready on port (\\d+)");

	/**
	 * A build in the background of a script ignores INT, and this JVM would inherit that.
	 */
	private static final String NOT_IGNORING_SIGNALS = """
			if env --default-signal=INT true 2>/dev/null; then exec env --default-signal=INT "$@"; fi
			exec "$@"
			""";

	private final Process process;

	private final Path output;

	private final List<ProcessHandle> seen = new ArrayList<>();

	private SampleProcess(Process process, Path output) {
		this.process = process;
		this.output = output;
		this.seen.add(process.toHandle());
	}

	/** Starts the launcher. */
	public static SampleProcess start(Path folder, String... arguments) throws IOException {
		return start(folder, SampleApplication.class, List.of(), arguments);
	}

	/** Starts another program that starts the launcher. */
	static SampleProcess start(Path folder, Class<?> program, String... arguments) throws IOException {
		return start(folder, program, List.of(), arguments);
	}

	/**
	 * Starts one instance without a launcher, with the beans of ahead-of-time processing.
	 */
	static SampleProcess startInstanceAheadOfTime(Path folder, String... arguments) throws IOException {
		return start(folder, SampleApplication.class, List.of("-Dspring.aot.enabled=true"), arguments);
	}

	private static SampleProcess start(Path folder, Class<?> program, List<String> options, String... arguments)
			throws IOException {
		Path java = Path.of(System.getProperty("java.home"), "bin", "java");
		List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", NOT_IGNORING_SIGNALS, "sh", java.toString()));
		command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
				System.getProperty("java.class.path"), "-Djava.io.tmpdir=" + folder));
		command.addAll(options);
		command.add(program.getName());
		command.addAll(List.of(arguments));
		Path output = folder.resolve("output.txt");
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
		builder.environment().keySet().removeIf((name) -> name.startsWith("SPRING_") || name.startsWith("SERVER_"));
		return new SampleProcess(builder.start(), output);
	}

	public int webPort() {
		return Integer.parseInt(awaitLine(OPEN).group(1));
	}

	/** Waits until all instances are up. */
	public void awaitComplete() {
		awaitLine(COMPLETE);
	}

	int instancePort() {
		return Integer.parseInt(awaitLine(INSTANCE).group(1));
	}

	String redisInUse() {
		return awaitLine(OPEN).group(2);
	}

	public int redisPort() {
		return Integer.parseInt(awaitLine(EMBEDDED).group(1));
	}

	/** Returns the id of the process of the embedded Redis, which may have ended. */
	long redisPid() {
		return Long.parseLong(awaitLine(EMBEDDED).group(2));
	}

	ProcessHandle redis() {
		ProcessHandle redis = ProcessHandle.of(redisPid()).orElseThrow();
		this.seen.add(redis);
		return redis;
	}

	/** Returns the running processes that this JVM has started. */
	List<ProcessHandle> descendants() {
		List<ProcessHandle> descendants = this.process.descendants().toList();
		this.seen.addAll(descendants);
		return descendants;
	}

	void send(String signal) throws Exception {
		Process kill = new ProcessBuilder("/bin/kill", "-s", signal, Long.toString(this.process.pid())).inheritIO()
			.start();
		assertThat(kill.waitFor()).isZero();
	}

	int awaitEnd() {
		await().atMost(GENEROUS).until(() -> !this.process.isAlive());
		return this.process.exitValue();
	}

	String output() {
		try {
			return Files.readString(this.output);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Waits for one of two texts. Returns true if the first was printed. */
	boolean awaitEither(String first, String second) {
		return awaitLine(Pattern.compile(first + "|" + second)).group().equals(first);
	}

	private MatchResult awaitLine(Pattern pattern) {
		await().atMost(GENEROUS).until(() -> pattern.matcher(output()).find() || !this.process.isAlive());
		return pattern.matcher(output())
			.results()
			.findFirst()
			.orElseThrow(() -> new AssertionError("Not found: " + pattern + " in\n" + output()));
	}

	@Override
	public void close() {
		this.process.descendants().forEach(this.seen::add);
		this.seen.forEach(ProcessHandle::destroyForcibly);
		this.process.onExit().join();
	}

}
