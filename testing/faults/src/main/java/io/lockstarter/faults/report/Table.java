package io.lockstarter.faults.report;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A Markdown table whose first column has the names of the rows. */
final class Table {

	private final StringBuilder text = new StringBuilder();

	Table(List<String> columns) {
		this.text.append("| | ").append(String.join(" | ", columns)).append(" |\n");
		this.text.append("|---|").append("--:|".repeat(columns.size())).append('\n');
	}

	<T> void row(String name, List<T> columns, Function<T, String> cell) {
		this.text.append("| ")
			.append(name)
			.append(" | ")
			.append(columns.stream().map(cell).collect(Collectors.joining(" | ")))
			.append(" |\n");
	}

	@Override
	public String toString() {
		return this.text.toString();
	}

}
