package io.lockstarter.faults.drive;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

import io.lockstarter.embedded.jvm.ChildJvm;
import io.lockstarter.faults.client.Client;
import io.lockstarter.faults.client.Settings;
import org.jspecify.annotations.Nullable;

/**
 * The process of a client JVM. It has the class path of the driver, and ends with the
 * driver, even if the driver is killed.
 */
final class ClientProcess implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(90);

	/**
	 * Many short-lived JVMs run at the same time, so they start quickly and use little
	 * memory.
	 */
	private static final List<String> OPTIONS = List.of("-Xmx256m", "-Xss512k", "-XX:+UseSerialGC",
			"-XX:TieredStopAtLevel=1", "-Xshare:auto");

	private final String name;

	private final ChildJvm jvm;

	ClientProcess(Settings settings) {
		this.name = settings.client();
		// The first entry wins, so that a test can replace a script of the library.
		String classes = settings.text("classes", "") + ChildJvm.classPath();
		this.jvm = ChildJvm.start(ChildJvm.command(OPTIONS, classes, Client.class, settings.arguments()),
				settings.folder().resolve(this.name + ".log"));
	}

	long pid() {
		return this.jvm.handle().pid();
	}

	String name() {
		return this.name;
	}

	void send(String command) {
		try {
			this.jvm.send(command);
		}
		catch (IOException ex) {
			throw new IllegalStateException("Client " + this.name + " has closed its standard input", ex);
		}
	}

	/**
	 * Waits for the reply that starts with the given text, and returns the rest of it.
	 */
	String await(String start) {
		try {
			String answer = this.jvm.receive(TIMEOUT);
			if (!answer.startsWith(start)) {
				throw unexpected(start, answer, null);
			}
			return answer.substring(start.length()).strip();
		}
		catch (TimeoutException | EOFException ex) {
			throw unexpected(start, String.valueOf(ex.getMessage()), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private IllegalStateException unexpected(String start, String answer, @Nullable Exception cause) {
		return new IllegalStateException(
				"Client " + this.name + " did not reply '" + start + "' but: " + answer + "; see " + this.name + ".log",
				cause);
	}

	/**
	 * Checks that the client has the same clock as the driver, because times of all JVMs
	 * are compared.
	 */
	void checkClock() {
		long before = System.nanoTime();
		send("clock");
		long there = Long.parseLong(await("clock"));
		if (there < before || there > System.nanoTime()) {
			throw new IllegalStateException(
					"System.nanoTime() differs between the JVMs of this machine, so their histories cannot be compared");
		}
	}

	/**
	 * Freezes the process (SIGSTOP) and resumes it later. A shell does both, so that the
	 * process is resumed even if the driver ends. The shell ignores Ctrl-C for the same
	 * reason.
	 */
	void freeze(long millis) {
		String pid = Long.toString(pid());
		String seconds = millis / 1000 + "." + String.format("%03d", millis % 1000);
		try {
			new ProcessBuilder("/bin/sh", "-c",
					"trap '' HUP INT TERM; kill -STOP " + pid + "; sleep " + seconds + "; kill -CONT " + pid)
				.redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start()
				.waitFor();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/** Kills the process (SIGKILL), as a crash would. */
	@Override
	public void close() {
		this.jvm.close();
	}

}
