package io.lockstarter.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run of redis-server under {@code guard.sh}. The guard ends the server when this JVM
 * has ended, and sends signals to it. The guard lives exactly as long as the server, so
 * {@link #isAlive()} applies to both. Not thread-safe, except for {@link #isAlive()} and
 * {@link #pid()}.
 */
final class GuardedProcess {

	/** A separate session does not receive a Ctrl-C, if the system supports it. */
	private static final String IN_OWN_SESSION = """
			if command -v setsid >/dev/null 2>&1; then exec setsid "$@"; fi
			exec "$@"
			""";

	private final Process guard;

	private final BufferedReader fromGuard;

	private final Writer toGuard;

	private final long pid;

	private GuardedProcess(Process guard) throws IOException {
		this.guard = guard;
		this.fromGuard = guard.inputReader(StandardCharsets.US_ASCII);
		this.toGuard = guard.outputWriter(StandardCharsets.US_ASCII);
		String line = this.fromGuard.readLine();
		if (line == null) {
			throw new IOException("The shell that guards redis-server ended at once");
		}
		this.pid = Long.parseLong(line);
	}

	static GuardedProcess start(List<String> commandLine, RedisBinary binary, ServerHome home) {
		List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", IN_OWN_SESSION, "sh"));
		command.addAll(List.of("/bin/sh", "-c", guardScript(), "embedded-redis-guard"));
		String folder = (binary.folder() != null) ? binary.folder().toString() : "";
		command.addAll(List.of(home.folder().toString(), folder, home.logFile().toString()));
		command.addAll(commandLine);
		try {
			return new GuardedProcess(new ProcessBuilder(command).redirectInput(Redirect.PIPE)
				.redirectOutput(Redirect.PIPE)
				.redirectError(Redirect.appendTo(home.logFile().toFile()))
				.start());
		}
		catch (IOException ex) {
			throw new EmbeddedRedisException("Could not start redis-server: " + home.lastLogLines(), ex);
		}
	}

	private static String guardScript() {
		try (InputStream in = GuardedProcess.class.getResourceAsStream("guard.sh")) {
			if (in == null) {
				throw new IllegalStateException("guard.sh is missing from the class path");
			}
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not read guard.sh", ex);
		}
	}

	long pid() {
		return this.pid;
	}

	boolean isAlive() {
		return this.guard.isAlive();
	}

	/**
	 * Sends a signal and waits until it was sent. Does nothing if the server has ended.
	 */
	void signal(String name) {
		try {
			this.toGuard.write(name + "\n");
			this.toGuard.flush();
			this.fromGuard.readLine();
		}
		catch (IOException ex) {
			if (isAlive()) {
				throw new UncheckedIOException("Could not send " + name + " to redis-server " + this.pid, ex);
			}
		}
	}

	/** Waits for the end of the server. Returns false after the timeout. */
	boolean awaitEnd(Duration timeout) {
		try {
			return this.guard.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new EmbeddedRedisException("Interrupted while waiting for redis-server " + this.pid, ex);
		}
	}

	int exitValue() {
		return this.guard.exitValue();
	}

}
