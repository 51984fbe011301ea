package io.lockstarter.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Creates the table of figures in README.md from {@code docs/performance.md}. */
final class ReadmeFigures {

	private static final String START = "<!-- Written by the comparison from docs/performance.md; do not edit. -->\n";

	private static final List<String> CONTENDERS = List.of("ours", "Redisson", "lock4j", "SI spin", "SI pub-sub",
			"ShedLock (unsafe DEL)");

	private static final List<Row> ROWS = List.of(
			new Row("lock and unlock without contention, median", "S1", "lock + unlock, p50, relative to floor"),
			new Row("32 threads, distinct keys", "S2", "throughput relative to floor"),
			new Row("16 threads of one JVM, one key", "S3", "acquisitions/s"),
			new Row("4 JVMs with 4 threads each, one key", "S4", "acquisitions/s"),
			new Row("hand-off from one JVM to another, median", "S5", "hand-off, p50"),
			new Row("200 waiters: release until all have held it", "S6", "release until all have held it"),
			new Row("10,000 locks: CPU time of the client for renewals", "S7", "client CPU"));

	private final String page;

	ReadmeFigures(String page) {
		this.page = page;
	}

	/** Returns the text of README.md with the figures of the page. */
	String in(String readme) {
		int start = readme.indexOf(START);
		if (start < 0) {
			throw new IllegalArgumentException("README.md does not contain the line " + START);
		}
		return readme.substring(0, start) + table() + readme.substring(readme.indexOf("\n\n", start) + 1);
	}

	/** Returns the table, with the line above it. */
	private String table() {
		StringBuilder table = new StringBuilder(START)
			.append("| | lock-starter | Redisson | lock4j | SI, spin | SI, pub-sub | ShedLock |\n")
			.append("|---|--:|--:|--:|--:|--:|--:|\n");
		for (Row row : ROWS) {
			table.append("| ").append(row.label()).append(" |");
			CONTENDERS.forEach((contender) -> table.append(' ').append(value(row, contender)).append(" |"));
			table.append('\n');
		}
		return table.toString();
	}

	private String value(Row row, String contender) {
		List<List<String>> cells = section(row.scenario());
		int column = cells.get(0).indexOf(row.column());
		return cells.stream()
			.filter((line) -> line.get(0).equals(contender))
			.map((line) -> figure(line.get(column), row.column().contains("relative to floor")))
			.findFirst()
			.orElse("–");
	}

	/**
	 * Returns a figure without its spread. A ratio is followed by the figure in brackets.
	 */
	private static String figure(String cell, boolean ratio) {
		return ratio ? cell.replaceAll(".*\\(([^;]+);.*", "$1") : cell.replaceAll(" \\(.*", "");
	}

	/** Returns the cells of the table of a scenario, with its header. */
	private List<List<String>> section(String scenario) {
		String text = this.page.substring(this.page.indexOf("\n## " + scenario + ":"));
		List<List<String>> cells = new ArrayList<>();
		text.lines()
			.skip(2)
			.takeWhile((line) -> !line.startsWith("## "))
			.filter((line) -> line.startsWith("| "))
			.forEach((line) -> cells.add(Arrays.stream(line.substring(2).split(" \\|( |$)", 0))
				.map((cell) -> cell.replace("*", "").strip())
				.toList()));
		return cells;
	}

	private record Row(String label, String scenario, String column) {
	}

}
