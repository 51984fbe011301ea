package io.lockstarter.faults.drive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Prepares the folders of histories. */
final class Folders {

	private Folders() {
	}

	/** Creates a folder, and deletes the files of an earlier run in it. */
	static void empty(Path folder) {
		try {
			Files.createDirectories(folder);
			try (Stream<Path> files = Files.list(folder)) {
				for (Path file : files.toList()) {
					Files.delete(file);
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
