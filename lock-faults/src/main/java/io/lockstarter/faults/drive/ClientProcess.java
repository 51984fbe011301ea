package io.lockstarter.faults.drive;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.lockstarter.faults.client.Client;
import io.lockstarter.faults.client.Settings;

/**
 * A client JVM, seen from the driver. It is the same java with the same class path, and
 * ends with the driver, however that ends.
 */
final class ClientProcess implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(90);

	private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

	private final String name;

	private final Process process;

	private final Writer commands;

	ClientProcess(Settings settings) {
		this.name = settings.client();
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		// Started often and for a short time, beside many others.
		command.addAll(List.of("-Xmx256m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
		// What stands first wins, so that a script of ours can be replaced.
		String classes = settings.text("classes", "") + System.getProperty("java.class.path");
		command.addAll(List.of("-cp", classes, Client.class.getName()));
		command.addAll(settings.arguments());
		try {
			this.process = new ProcessBuilder(command)
				.redirectError(settings.folder().resolve(this.name + ".log").toFile())
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.commands = this.process.outputWriter(StandardCharsets.UTF_8);
		Thread reader = new Thread(this::read, "answers-" + this.name);
		reader.setDaemon(true);
		reader.start();
	}

	private void read() {
		try (BufferedReader lines = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				if (line.startsWith(Client.ANSWER)) {
					this.answers.add(line.substring(Client.ANSWER.length()));
				}
			}
		}
		catch (IOException ex) {
			// It has ended.
		}
		this.answers.add("failed: it has ended");
	}

	long pid() {
		return this.process.pid();
	}

	String name() {
		return this.name;
	}

	void send(String command) {
		try {
			this.commands.write(command + "\n");
			this.commands.flush();
		}
		catch (IOException ex) {
			throw new IllegalStateException("Client " + this.name + " does not listen any more", ex);
		}
	}

	/** Waits for the answer that starts like this, and gives the rest of it. */
	String await(String start) {
		try {
			String answer = this.answers.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
			if (answer == null || !answer.startsWith(start)) {
				throw new IllegalStateException("Client " + this.name + " has not said '" + start + "' but: " + answer
						+ "; see " + this.name + ".log");
			}
			return answer.substring(start.length()).strip();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/** Sees that its clock is ours: times of all JVMs are compared. */
	void checkClock() {
		long before = System.nanoTime();
		send("clock");
		long there = Long.parseLong(await("clock"));
		if (there < before || there > System.nanoTime()) {
			throw new IllegalStateException(
					"System.nanoTime() differs between JVMs of this machine: no history of several can be checked here");
		}
	}

	/**
	 * Freezes it (SIGSTOP) and lets it go on later. A shell does both, so that it goes
	 * on, and notices its end, also if the driver is gone by then; not even a Ctrl-C may
	 * end that shell before.
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

	/** Ends it as a crash would (SIGKILL). */
	@Override
	public void close() {
		try {
			this.process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
