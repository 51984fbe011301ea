package io.lockstarter.sample.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.springframework.http.HttpStatus;

/**
 * Stops the process of an instance for a while (SIGSTOP). A shell of its own lets it go
 * on, so that it does not stay stopped where the launcher is killed meanwhile.
 */
final class Freeze implements AutoCloseable {

	private static final Path SHELL = Path.of("/bin/sh");

	private static final String SCRIPT = """
			trap '' INT HUP TERM
			kill -STOP "$1" && sleep "$2"
			kill -CONT "$1"
			""";

	private final Instance instance;

	private final Process shell;

	private Freeze(Instance instance, Process shell) {
		this.instance = instance;
		this.shell = shell;
	}

	static void check() {
		if (!Files.isExecutable(SHELL)) {
			throw new ProblemException(HttpStatus.NOT_IMPLEMENTED, "Not here",
					"A process can only be stopped where there is a " + SHELL);
		}
	}

	static Freeze start(Instance instance, Duration time) throws IOException {
		instance.change(InstanceState.PAUSED);
		return new Freeze(instance, new ProcessBuilder(SHELL.toString(), "-c", SCRIPT, "sh",
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
