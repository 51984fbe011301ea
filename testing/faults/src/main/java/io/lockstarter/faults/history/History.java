package io.lockstarter.faults.history;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A file of events. An event reaches the operating system before {@link #add} returns, so
 * it survives a kill of the JVM. Thread-safe.
 */
public final class History implements AutoCloseable {

	private static final String SUFFIX = ".history";

	/**
	 * Not a channel, because the interrupt of one writer would close a channel for all.
	 */
	private final FileOutputStream file;

	private History(FileOutputStream file) {
		this.file = file;
	}

	public static History create(Path folder, String name) {
		try {
			return new History(new FileOutputStream(Files.createFile(folder.resolve(name + SUFFIX)).toFile(), true));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Appends an event, in one write. */
	public void add(Event event) {
		try {
			this.file.write((event.line() + "\n").getBytes(StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Reads all events of all files in a folder, ordered by time. Other threads may write
	 * at the same time.
	 */
	public static List<Event> readAll(Path folder) {
		List<Event> events = new ArrayList<>();
		try (Stream<Path> files = Files.list(folder)) {
			for (Path file : files.filter((path) -> path.toString().endsWith(SUFFIX)).toList()) {
				String text = Files.readString(file);
				// A killed JVM may leave an incomplete line.
				text.substring(0, text.lastIndexOf('\n') + 1).lines().map(Event::parse).forEach(events::add);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		events.sort(Comparator.comparingLong(Event::at));
		return events;
	}

	@Override
	public void close() {
		try {
			this.file.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
