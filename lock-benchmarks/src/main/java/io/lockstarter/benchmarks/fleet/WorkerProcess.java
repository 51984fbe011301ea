package io.lockstarter.benchmarks.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.lockstarter.benchmarks.load.Message;
import org.jspecify.annotations.Nullable;

/**
 * A worker JVM, seen from the harness. It is the same java with the same class path, and
 * ends with the harness, however that ends.
 */
final class WorkerProcess implements AutoCloseable {

	private static final int LOG_LINES = 12;

	private static final int END_SECONDS = 10;

	private final Process process;

	private final Path log;

	private final boolean orderly;

	private final BufferedReader answers;

	private final Writer commands;

	WorkerProcess(List<String> prefix, List<String> jvm, Path log, List<String> arguments) {
		List<String> command = new ArrayList<>(prefix);
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Xms128m", "-Xmx512m", "-Xss512k", "-XX:+UseSerialGC"));
		command.addAll(jvm);
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
		command.addAll(arguments);
		this.log = log;
		this.orderly = !jvm.isEmpty();
		try {
			this.process = new ProcessBuilder(command).redirectError(log.toFile()).start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.answers = this.process.inputReader(StandardCharsets.UTF_8);
		this.commands = this.process.outputWriter(StandardCharsets.UTF_8);
	}

	ProcessHandle handle() {
		return this.process.toHandle();
	}

	void send(Message command) {
		try {
			this.commands.write(command.line() + "\n");
			this.commands.flush();
		}
		catch (IOException ex) {
			throw failed("does not listen any more", ex);
		}
	}

	/** The answer to the oldest command without one. */
	Message receive(Duration timeout) {
		CompletableFuture<Message> answer = CompletableFuture.supplyAsync(this::read, (task) -> {
			Thread thread = new Thread(task, "answer");
			thread.setDaemon(true);
			thread.start();
		});
		try {
			Message message = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
			if (!message.verb().equals("ok")) {
				throw failed(message.text("why"), null);
			}
			return message;
		}
		catch (TimeoutException ex) {
			throw failed("has not answered within " + timeout, ex);
		}
		catch (ExecutionException ex) {
			throw failed("has ended", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw failed("was interrupted", ex);
		}
	}

	private Message read() {
		try {
			for (String line = this.answers.readLine(); line != null; line = this.answers.readLine()) {
				if (line.startsWith(Worker.ANSWER)) {
					return Message.parse(line.substring(Worker.ANSWER.length()));
				}
			}
			throw new IllegalStateException("no more answers");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private FleetException failed(String what, @Nullable Throwable cause) {
		return new FleetException("Worker " + this.process.pid() + " " + what + "\n" + lastLogLines(), cause);
	}

	private String lastLogLines() {
		try {
			List<String> lines = Files.readAllLines(this.log);
			return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
		}
		catch (IOException ex) {
			return "";
		}
	}

	@Override
	public void close() {
		try {
			if (this.orderly) {
				this.commands.close();
				this.process.waitFor(END_SECONDS, TimeUnit.SECONDS);
			}
			this.process.destroyForcibly().waitFor(END_SECONDS, TimeUnit.SECONDS);
		}
		catch (IOException ex) {
			this.process.destroyForcibly();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
