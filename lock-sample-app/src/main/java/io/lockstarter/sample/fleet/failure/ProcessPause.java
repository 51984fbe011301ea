package io.lockstarter.sample.fleet.failure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import io.lockstarter.sample.fleet.Instance;
import io.lockstarter.sample.fleet.InstanceState;
import io.lockstarter.sample.fleet.ProblemException;

import org.springframework.http.HttpStatus;

/**
 * Stops the process of an instance (SIGSTOP) until it is resumed. A shell resumes the
 * process, even if the launcher is killed in the meantime: its standard input is a pipe
 * from the launcher, and it closes with the launcher.
 */
final class ProcessPause implements AutoCloseable {

	private static final Path SHELL = Path.of("/bin/sh");

	private static final String SCRIPT = """
			trap '' INT HUP TERM
			kill -STOP "$1" && echo stopped && read -r end
			kill -CONT "$1"
			""";

	private final Instance instance;

	private final Process shell;

	private ProcessPause(Instance instance, Process shell) {
		this.instance = instance;
		this.shell = shell;
	}

	static void check() {
		if (!Files.isExecutable(SHELL)) {
			throw new ProblemException(HttpStatus.NOT_IMPLEMENTED, "Not supported",
					"A process can be paused only on a system with " + SHELL);
		}
	}

	/** Returns when the process is stopped. */
	static ProcessPause start(Instance instance) throws IOException {
		Process shell = new ProcessBuilder(SHELL.toString(), "-c", SCRIPT, "sh", Long.toString(instance.pid())).start();
		instance.change(InstanceState.PAUSED);
		ProcessPause pause = new ProcessPause(instance, shell);
		if (shell.inputReader(StandardCharsets.US_ASCII).readLine() == null) {
			pause.close();
			throw new IOException("Could not pause the process of " + instance.name());
		}
		return pause;
	}

	void resume() {
		try {
			this.shell.getOutputStream().close();
		}
		catch (IOException ex) {
			// The shell has ended already.
		}
		this.shell.onExit().join();
	}

	@Override
	public void close() {
		resume();
		if (this.instance.state() == InstanceState.PAUSED) {
			this.instance.change(InstanceState.UP);
		}
	}

}
