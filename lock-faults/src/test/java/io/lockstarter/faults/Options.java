package io.lockstarter.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * What can be chosen on the command line.
 *
 * @param seed from which everything is drawn
 * @param duration of the faults on each topology
 * @param page the file to write the figures to; empty: none
 */
record Options(long seed, Duration duration, String page) {

	static Options ofSystem() {
		return new Options(Long.getLong("faults.seed", 1), Duration.ofSeconds(Long.getLong("faults.seconds", 10)),
				System.getProperty("faults.page", ""));
	}

	void writePage(Supplier<String> text) {
		if (this.page.isEmpty()) {
			return;
		}
		try {
			Files.writeString(Path.of(this.page), text.get());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
