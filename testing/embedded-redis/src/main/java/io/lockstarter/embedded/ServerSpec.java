package io.lockstarter.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The options of a server.
 *
 * @param port the port to listen on; 0 for a free port
 * @param configFile a configuration file of the caller, read first
 * @param config lines of a private configuration file, which the server may rewrite
 * @param dir the folder of the data; null for a private one
 * @param arguments further arguments
 * @param portOptions options whose value is a free port
 * @param timeout the maximum time until the server replies
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
			throw new IllegalArgumentException("Set either a configuration file or configuration lines, not both");
		}
		config = List.copyOf(config);
		arguments = List.copyOf(arguments);
		portOptions = List.copyOf(portOptions);
	}

	/**
	 * Returns the arguments of redis-server. Those of the caller come last, because the
	 * last value of an option wins.
	 */
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
		// There is no second replica to wait for before the first is synchronized.
		line.addAll(List.of("--repl-diskless-sync-delay", "0"));
		line.addAll(List.of("--dir", ((this.dir != null) ? this.dir : home.data()).toString()));
		ports.others().forEach((option, port) -> line.addAll(List.of(option, Integer.toString(port))));
		line.addAll(this.arguments);
		return line;
	}

}
