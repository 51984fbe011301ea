package io.lockstarter.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The private folder of one server, with its log and, by default, its data. */
record ServerHome(Path folder) {

	private static final int LOG_LINES = 15;

	static ServerHome create() {
		try {
			ServerHome home = new ServerHome(Files.createTempDirectory("embedded-redis-"));
			Files.createDirectory(home.data());
			return home;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not create a folder for redis-server", ex);
		}
	}

	Path data() {
		return this.folder.resolve("data");
	}

	Path configFile() {
		return this.folder.resolve("server.conf");
	}

	void writeConfig(List<String> lines) {
		try {
			Files.write(configFile(), lines);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not write " + configFile(), ex);
		}
	}

	Path logFile() {
		return this.folder.resolve("server.log");
	}

	String log() {
		try {
			// The log may contain any bytes. A decoding error must not hide the real
			// failure.
			return Files.readString(logFile(), StandardCharsets.ISO_8859_1);
		}
		catch (IOException ex) {
			return "(no log: " + ex + ")";
		}
	}

	String lastLogLines() {
		List<String> lines = log().lines().toList();
		return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
	}

	void clearLog() {
		try {
			Files.deleteIfExists(logFile());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not delete " + logFile(), ex);
		}
	}

	void delete() {
		try (Stream<Path> paths = Files.walk(this.folder)) {
			for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
				Files.deleteIfExists(path);
			}
		}
		catch (NoSuchFileException ex) {
			// Deleted already, by an earlier close or by the system.
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not delete " + this.folder, ex);
		}
	}

}
