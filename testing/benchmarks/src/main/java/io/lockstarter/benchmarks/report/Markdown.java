package io.lockstarter.benchmarks.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.benchmarks.peers.Peer;

/** Writes the report as Markdown: the goals, and one narrow table for each scenario. */
final class Markdown {

	private static final int LONGEST_NOTE = 120;

	private final Report report;

	private final Results results;

	Markdown(Report report) {
		this.report = report;
		this.results = report.results();
	}

	String text() {
		StringBuilder text = new StringBuilder();
		new GoalSummary(this.report).write(text);
		this.report.figures()
			.stream()
			.collect(Collectors.groupingBy(Figure::description, LinkedHashMap::new, Collectors.toList()))
			.forEach((description, figures) -> scenario(text, description, figures));
		exclusion(text);
		facts(text);
		return text.toString();
	}

	private void scenario(StringBuilder text, ScenarioDescription description, List<Figure> figures) {
		text.append("\n## ").append(description.heading()).append("\n\n").append(description.method()).append("\n");
		figures.stream()
			.collect(Collectors.groupingBy(Figure::part, LinkedHashMap::new, Collectors.toList()))
			.forEach((part, ofPart) -> {
				text.append(part.isEmpty() ? "\n"
						: "\n" + Character.toUpperCase(part.charAt(0)) + part.substring(1) + ":\n\n");
				new ScenarioTable(this.results, ofPart).write(text);
			});
	}

	private void exclusion(StringBuilder text) {
		text.append("\n## Exclusion\n\n");
		MarkdownTable.row(text, "contender", Stream.of("lost updates", "overlaps"));
		MarkdownTable.row(text, "---", Stream.of("--:", "--:"));
		for (Peer peer : this.report.peers()) {
			Exclusion seen = this.results.exclusion(peer);
			if (seen.passes() != 0) {
				MarkdownTable.row(text, peer.title(), Stream.of("" + seen.lostUpdates(), "" + seen.overlaps()));
			}
		}
	}

	private void facts(StringBuilder text) {
		text.append("\n## Machine and versions\n\n");
		this.report.facts()
			.forEach((name, fact) -> text.append("- ").append(name).append(": ").append(fact).append('\n'));
		this.results.notes()
			.forEach(
					(about, note) -> text.append("- ").append(about).append(": ").append(shortened(note)).append('\n'));
	}

	/** Returns the start of the text, without the names of packages. */
	private static String shortened(String text) {
		String line = text.lines().findFirst().orElse("").replaceAll("\\b(?:[a-z]\\w*\\.)+(?=[A-Z])", "");
		return (line.length() <= LONGEST_NOTE) ? line : line.substring(0, LONGEST_NOTE) + " …";
	}

}
