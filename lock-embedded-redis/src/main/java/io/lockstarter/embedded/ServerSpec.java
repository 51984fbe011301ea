package io.lockstarter.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What to start. A port of 0 stands for any free one.
 *
 * @param port the port to listen on
 * @param configFile a configuration file of somebody else, read first
 * @param config lines of a configuration file of the server's own, which it may rewrite
 * @param dir the folder of the data, if not a private one
 * @param arguments further arguments
 * @param portOptions options that take a further free port
 * @param timeout how long the server may take until it answers
 */
record ServerSpec(int port, @Nullable Path configFile, List<String> config, @Nullable Path dir, List<String> arguments,
		List<String> portOptions, Duration timeout) {

	private static final int HIGHEST_PORT = 65_535;

	ServerSpec {
		if (port < 0 || port > HIGHEST_PORT) {
			throw new IllegalArgumentException("Port " + port + " is not between 0 and " + HIGHEST_PORT);
		}
		if (timeout.isNegative() || timeout.isZero()) {
			throw new IllegalArgumentException("The start-up time-out " + timeout + " is not positive");
		}
		if (configFile != null && !config.isEmpty()) {
			throw new IllegalArgumentException("Either a configuration file or lines of one, not both");
		}
		config = List.copyOf(config);
		arguments = List.copyOf(arguments);
		portOptions = List.copyOf(portOptions);
	}

	/** The arguments of redis-server: ours first, since the later of two wins. */
	List<String> commandLine(Path program, Ports ports, ServerHome home) {
		List<String> line = new ArrayList<>();
		line.add(program.toString());
		if (this.configFile != null) {
			line.add(this.configFile.toString());
		}
		else if (!this.config.isEmpty()) {
			line.add(home.configFile().toString());
		}
		line.addAll(List.of("--port", Integer.toString(ports.main()), "--bind", EmbeddedRedis.HOST));
		line.addAll(List.of("--protected-mode", "yes", "--save", "", "--appendonly", "no"));
		// A replica of ours is alone: there is nobody to wait for before it is served.
		line.addAll(List.of("--repl-diskless-sync-delay", "0"));
		line.addAll(List.of("--dir", ((this.dir != null) ? this.dir : home.data()).toString()));
		ports.others().forEach((option, port) -> line.addAll(List.of(option, Integer.toString(port))));
		line.addAll(this.arguments);
		return line;
	}

}
