package io.lockstarter.sample.fleet.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.lockstarter.sample.fleet.Instance;
import io.lockstarter.sample.fleet.InstanceState;
import io.lockstarter.sample.fleet.ProblemException;

import org.springframework.http.HttpStatus;

/**
 * Stops the process of an instance for a while (SIGSTOP). A shell resumes the process,
 * even if the launcher is killed in the meantime.
 */
final class ProcessPause implements AutoCloseable {

	private static final Path SHELL = Path.of("/bin/sh");

	private static final String SCRIPT = """
			trap '' INT HUP TERM
			kill -STOP "$1" && sleep "$2"
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

	static ProcessPause start(Instance instance, Duration time) throws IOException {
		instance.change(InstanceState.PAUSED);
		return new ProcessPause(instance, new ProcessBuilder(SHELL.toString(), "-c", SCRIPT, "sh",
				Long.toString(instance.pid()), Long.toString(time.toSeconds()))
			.start());
	}

	void await() {
		this.shell.onExit().join();
	}

	@Override
	public void close() {
		this.shell.onExit().join();
		if (this.instance.state() == InstanceState.PAUSED) {
			this.instance.change(InstanceState.UP);
		}
	}

}
