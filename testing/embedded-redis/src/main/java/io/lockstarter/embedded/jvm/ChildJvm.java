package io.lockstarter.embedded.jvm;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A JVM that this JVM has started. It reads commands from its standard input and writes
 * replies to its standard output, one line each. Its main class must end it at the end of
 * the input. Then it ends with this JVM, even if this JVM is killed.
 */
public final class ChildJvm implements AutoCloseable {

	/**
	 * The prefix of every reply, so that other output of the JVM is ignored.
	 */
	public static final String ANSWER = "answer: ";

	private static final int END_SECONDS = 10;

	/** An empty element marks the end of the output. */
	private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();

	private final Process process;

	private final Writer commands;

	private ChildJvm(Process process) {
		this.process = process;
		this.commands = process.outputWriter(StandardCharsets.UTF_8);
		Thread reader = new Thread(this::read, "answers-of-" + process.pid());
		reader.setDaemon(true);
		reader.start();
	}

	/**
	 * Returns a command that starts the java of this JVM.
	 * @param options options of the JVM
	 * @param classPath the class path
	 * @param program the main class
	 * @param arguments the arguments of the main class
	 * @return the command
	 */
	public static List<String> command(List<String> options, String classPath, Class<?> program,
			List<String> arguments) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(options);
		command.addAll(List.of("-cp", classPath, program.getName()));
		command.addAll(arguments);
		return command;
	}

	/**
	 * Returns the class path of this JVM.
	 * @return the class path
	 */
	public static String classPath() {
		return System.getProperty("java.class.path");
	}

	/**
	 * Starts a JVM.
	 * @param command the command
	 * @param log the file for its standard error
	 * @return the JVM
	 */
	public static ChildJvm start(List<String> command, Path log) {
		try {
			return new ChildJvm(new ProcessBuilder(command).redirectError(log.toFile()).start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void read() {
		try (BufferedReader lines = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				if (line.startsWith(ANSWER)) {
					this.answers.add(Optional.of(line.substring(ANSWER.length())));
				}
			}
		}
		catch (IOException ex) {
			// The JVM has ended.
		}
		this.answers.add(Optional.empty());
	}

	/**
	 * Returns its process.
	 * @return the process
	 */
	public ProcessHandle handle() {
		return this.process.toHandle();
	}

	/**
	 * Sends a command.
	 * @param command the command, one line
	 * @throws IOException if the JVM does not read commands any more
	 */
	public void send(String command) throws IOException {
		this.commands.write(command + "\n");
		this.commands.flush();
	}

	/**
	 * Waits for the next reply.
	 * @param timeout the maximum wait
	 * @return the reply
	 * @throws TimeoutException if there is no reply within this time
	 * @throws EOFException if the JVM has ended
	 * @throws InterruptedException if this thread was interrupted
	 */
	public String receive(Duration timeout) throws TimeoutException, EOFException, InterruptedException {
		Optional<String> answer = this.answers.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
		if (answer == null) {
			throw new TimeoutException("No reply within " + timeout);
		}
		if (answer.isEmpty()) {
			this.answers.add(answer);
			throw new EOFException("The JVM has ended");
		}
		return answer.get();
	}

	/** Closes the input of the JVM, and kills it if it does not end in time. */
	public void finish() {
		try {
			this.commands.close();
			this.process.waitFor(END_SECONDS, TimeUnit.SECONDS);
		}
		catch (IOException ex) {
			// The JVM has ended, or is killed below.
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		close();
	}

	/** Kills the JVM (SIGKILL) and waits for its end. */
	@Override
	public void close() {
		try {
			this.process.destroyForcibly().waitFor(END_SECONDS, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
