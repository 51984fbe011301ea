package io.lockstarter.benchmarks.report;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes rows of a table in Markdown. */
final class MarkdownTable {

	private MarkdownTable() {
	}

	static void row(StringBuilder text, String title, Stream<String> cells) {
		text.append(Stream.concat(Stream.of(title), cells).collect(Collectors.joining(" | ", "| ", " |\n")));
	}

}
