package io.lockstarter.faults.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.faults.check.Invariant;
import io.lockstarter.faults.drive.Outcome;

/** What the fault test writes into the documentation. */
public final class Page {

	private Page() {
	}

	/** When and where, the figures, and what the letters mean. */
	public static String figures(List<Outcome> outcomes) {
		return "Measured on " + machine() + ".\n\n" + Report.table(outcomes) + "\n"
				+ Stream.of(Invariant.values())
					.map((invariant) -> "- (" + invariant.letter() + ") " + invariant.text() + ".\n")
					.collect(Collectors.joining());
	}

	/** What another test has left in a file, if it has. */
	public static void copy(String part, Path file) {
		if (Files.exists(file)) {
			try {
				Document.reliability().write(part, "```text\n" + Files.readString(file).stripTrailing() + "\n```");
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

	/** The day and the machine of a measurement. */
	public static String machine() {
		return LocalDate.now(ZoneOffset.UTC) + ", " + Runtime.getRuntime().availableProcessors() + " cores, "
				+ System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", JDK "
				+ Runtime.version().feature() + ", Redis 7.0";
	}

}
