package com.example;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Work that only one instance may do at a time. A file in a shared directory shows that an instance is inside. */
final class Section {

	static final String INSTANCE = System.getProperty("instance");

	private static final Path DIRECTORY = Path.of(System.getProperty("shared"));

	private static final Path INSIDE = DIRECTORY.resolve("inside");

	private static final Path OVERLAP = DIRECTORY.resolve("overlap");

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	private static int overlaps;

	private Section() {
	}

	/** Is called from the annotated method. */
	static void work() {
		try {
			Files.createFile(INSIDE);
			Thread.sleep(5);
			Files.delete(INSIDE);
		}
		catch (FileAlreadyExistsException ex) {
			overlaps++;
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static int overlaps() {
		return overlaps;
	}

	/** Returns whether an instance enters while the other one is inside. */
	static boolean overlapsWithoutLock() throws IOException, InterruptedException {
		try {
			Files.createFile(INSIDE);
		}
		catch (FileAlreadyExistsException ex) {
			Files.createFile(OVERLAP);
		}
		return appears(OVERLAP);
	}

	/** Waits until both instances have reached this point. */
	static void meet(String name) throws IOException, InterruptedException {
		Files.createFile(DIRECTORY.resolve(name + "-" + INSTANCE));
		if (!appears(DIRECTORY.resolve(name + "-1")) || !appears(DIRECTORY.resolve(name + "-2"))) {
			throw new IllegalStateException("The other instance did not reach '" + name + "'");
		}
	}

	private static boolean appears(Path file) throws InterruptedException {
		long start = System.nanoTime();
		while (!Files.exists(file)) {
			if (System.nanoTime() - start > PATIENCE.toNanos()) {
				return false;
			}
			Thread.sleep(10);
		}
		return true;
	}

}
