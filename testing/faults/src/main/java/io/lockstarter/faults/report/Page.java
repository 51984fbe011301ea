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
import io.lockstarter.faults.drive.RunResult;

/** Formats the parts of the page that the fault tests write. */
public final class Page {

	private Page() {
	}

	/** Returns date and machine, the figures, and the meaning of the letters. */
	public static String figures(List<RunResult> results) {
		return "Measured on " + machine() + ".\n\n" + Report.table(results) + "\n"
				+ Stream.of(Invariant.values())
					.map((invariant) -> "- (" + invariant.letter() + ") " + invariant.text() + ".\n")
					.collect(Collectors.joining());
	}

	/** Copies a part that another test has written to a file, if the file exists. */
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

	/** Returns date and machine of the measurement. */
	public static String machine() {
		return LocalDate.now(ZoneOffset.UTC) + ", " + Runtime.getRuntime().availableProcessors() + " cores, "
				+ System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", JDK "
				+ Runtime.version().feature() + ", Redis 7.0";
	}

}
