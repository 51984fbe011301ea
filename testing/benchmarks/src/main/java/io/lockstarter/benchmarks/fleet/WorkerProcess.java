package io.lockstarter.benchmarks.fleet;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.embedded.jvm.ChildJvm;
import org.jspecify.annotations.Nullable;

/**
 * The process of a worker JVM. It has the class path of the harness, and ends with the
 * harness, even if the harness is killed.
 */
final class WorkerProcess implements AutoCloseable {

	private static final int LOG_LINES = 12;

	private static final List<String> OPTIONS = List.of("-Xms128m", "-Xmx512m", "-Xss512k", "-XX:+UseSerialGC");

	private final ChildJvm jvm;

	private final Path log;

	private final boolean endsNormally;

	WorkerProcess(List<String> prefix, List<String> options, Path log, List<String> arguments) {
		List<String> all = new ArrayList<>(OPTIONS);
		all.addAll(options);
		List<String> command = new ArrayList<>(prefix);
		command.addAll(ChildJvm.command(all, ChildJvm.classPath(), Worker.class, arguments));
		this.log = log;
		this.endsNormally = !options.isEmpty();
		this.jvm = ChildJvm.start(command, log);
	}

	ProcessHandle handle() {
		return this.jvm.handle();
	}

	void send(Message command) {
		try {
			this.jvm.send(command.line());
		}
		catch (IOException ex) {
			throw failed("has closed its standard input", ex);
		}
	}

	/** Returns the reply to the oldest command without a reply. */
	Message receive(Duration timeout) {
		try {
			Message message = Message.parse(this.jvm.receive(timeout));
			if (!message.verb().equals("ok")) {
				// A message has "_" in place of blanks.
				throw failed(message.text("why").replace('_', ' '), null);
			}
			return message;
		}
		catch (TimeoutException ex) {
			throw failed("did not reply within " + timeout, ex);
		}
		catch (EOFException ex) {
			throw failed("has ended", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw failed("was interrupted", ex);
		}
	}

	private FleetException failed(String what, @Nullable Throwable cause) {
		return new FleetException("Worker " + handle().pid() + " " + what + "\n" + lastLogLines(), cause);
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
		if (this.endsNormally) {
			this.jvm.finish();
		}
		else {
			this.jvm.close();
		}
	}

}
