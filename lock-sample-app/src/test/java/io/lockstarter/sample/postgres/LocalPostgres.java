package io.lockstarter.sample.postgres;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.awaitility.Awaitility;

import org.springframework.util.FileSystemUtils;

/**
 * A PostgreSQL server of this machine's packages, on a free port and with an own
 * directory. It ends with this JVM, even if the JVM is killed.
 */
final class LocalPostgres implements AutoCloseable {

	/** The server and its shell end when the standard input of the shell ends. */
	private static final String GUARD = """
			"$@" </dev/null &
			server=$!
			trap '' INT HUP
			cat >/dev/null
			kill -QUIT $server
			wait $server
			""";

	private static final Duration GENEROUS = Duration.ofMinutes(2);

	private final Path directory;

	private final int port;

	private final Process process;

	private LocalPostgres(Path directory, int port, Process process) {
		this.directory = directory;
		this.port = port;
		this.process = process;
	}

	/**
	 * Finds the directory of the programs. PostgreSQL's own packages are not on the PATH.
	 */
	static Optional<Path> programs() {
		List<Path> candidates = new ArrayList<>();
		for (String entry : System.getenv("PATH").split(":", -1)) {
			candidates.add(Path.of(entry));
		}
		try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
			versions.map((version) -> version.resolve("bin")).forEach(candidates::add);
		}
		catch (IOException ex) {
			// There are no packages of Debian.
		}
		return candidates.stream()
			.filter((bin) -> Files.isExecutable(bin.resolve("initdb")) && Files.isExecutable(bin.resolve("postgres")))
			.findFirst();
	}

	/** Starts a server that has the user of the profile, and an empty database. */
	static LocalPostgres start(String user, String password, String database) throws Exception {
		Path bin = programs().orElseThrow();
		Path directory = Files.createTempDirectory("postgres-");
		Path secret = Files.writeString(directory.resolve("password"), password);
		if (isRoot()) {
			run(directory, List.of("chown", "-R", "postgres", directory.toString()));
		}
		Path data = directory.resolve("data");
		run(directory, asServerUser(bin.resolve("initdb"), "-D", data, "-U", user, "-A", "scram-sha-256", "--pwfile",
				secret, "--no-sync", "-E", "UTF8"));
		int port = freePort();
		List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", GUARD, "sh"));
		command.addAll(asServerUser(bin.resolve("postgres"), "-D", data, "-p", port, "-k", directory, "-c",
				"listen_addresses=127.0.0.1", "-c", "fsync=off"));
		Process process = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(directory.resolveSibling(directory.getFileName() + ".log").toFile())
			.start();
		LocalPostgres server = new LocalPostgres(directory, port, process);
		try {
			server.create(user, password, database);
			return server;
		}
		catch (RuntimeException ex) {
			server.close();
			throw ex;
		}
	}

	private void create(String user, String password, String database) {
		String server = "jdbc:postgresql://127.0.0.1:" + this.port + "/postgres";
		Awaitility.await().atMost(GENEROUS).ignoreExceptions().until(() -> {
			try (Connection connection = DriverManager.getConnection(server, user, password)) {
				return connection.isValid(10);
			}
		});
		try (Connection connection = DriverManager.getConnection(server, user, password)) {
			connection.createStatement().execute("create database " + database);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	int port() {
		return this.port;
	}

	@Override
	public void close() throws IOException {
		this.process.getOutputStream().close();
		try {
			this.process.waitFor(GENEROUS.toSeconds(), TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		FileSystemUtils.deleteRecursively(this.directory);
		Files.deleteIfExists(this.directory.resolveSibling(this.directory.getFileName() + ".log"));
	}

	// PostgreSQL refuses to run as root.
	private static List<String> asServerUser(Object... command) {
		List<String> words = new ArrayList<>(isRoot() ? List.of("runuser", "-u", "postgres", "--") : List.of());
		for (Object word : command) {
			words.add(word.toString());
		}
		return words;
	}

	private static boolean isRoot() {
		return System.getProperty("user.name").equals("root");
	}

	private static void run(Path directory, List<String> command) throws IOException, InterruptedException {
		Path output = directory.resolveSibling(directory.getFileName() + ".log");
		Process process = new ProcessBuilder(command).directory(directory.toFile())
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		if (process.waitFor() != 0) {
			throw new IllegalStateException(command + ": " + Files.readString(output));
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0)) {
			return socket.getLocalPort();
		}
	}

}
