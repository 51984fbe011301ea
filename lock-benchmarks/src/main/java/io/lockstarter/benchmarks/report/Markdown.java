package io.lockstarter.benchmarks.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.benchmarks.peers.Peer;

/** Writes the report as Markdown: the goals, and one narrow table for each scenario. */
final class Markdown {

	private final Report report;

	private final Results results;

	Markdown(Report report) {
		this.report = report;
		this.results = report.results();
	}

	String text() {
		StringBuilder text = new StringBuilder();
		goals(text);
		this.report.figures()
			.stream()
			.collect(Collectors.groupingBy(Figure::description, LinkedHashMap::new, Collectors.toList()))
			.forEach((description, figures) -> scenario(text, description, figures));
		exclusion(text);
		facts(text);
		return text.toString();
	}

	private void goals(StringBuilder text) {
		text.append("## Goals\n\n");
		row(text, "figure", Stream.of("goal", "reached", "ours ÷ floor", "ours ÷ best peer"));
		row(text, "---", Stream.of("---", "---", "--:", "--:"));
		for (Figure figure : this.report.figures()) {
			row(text, figure.scenario() + " " + figure.title(), Stream.of(goals(figure), reached(figure),
					ratio(figure, Baseline.FLOOR), ratio(figure, figure.goal(Peer.OURS).bestPeer())));
		}
		row(text, "Lost updates / overlaps", Stream.of("0 / 0", exclusionReached(), "", ""));
	}

	// Contenders are rows, so that the table is narrow.
	private void scenario(StringBuilder text, ScenarioDescription description, List<Figure> figures) {
		text.append("\n## ").append(description.heading()).append("\n\n").append(description.method()).append("\n\n");
		row(text, "contender", figures.stream().map(Figure::title));
		row(text, "---", figures.stream().map((figure) -> "--:"));
		for (Peer peer : this.report.peers()) {
			if (figures.stream().anyMatch((figure) -> this.results.spread(figure, peer).isPresent())) {
				row(text, peer.title(), figures.stream().map((figure) -> cell(figure, peer)));
			}
		}
	}

	private void exclusion(StringBuilder text) {
		text.append("\n## Exclusion\n\n");
		row(text, "contender", Stream.of("lost updates", "overlaps"));
		row(text, "---", Stream.of("--:", "--:"));
		for (Peer peer : this.report.peers()) {
			Exclusion seen = this.results.exclusion(peer);
			if (seen.passes() != 0) {
				row(text, peer.title(), Stream.of("" + seen.lostUpdates(), "" + seen.overlaps()));
			}
		}
	}

	private void facts(StringBuilder text) {
		text.append("\n## Machine and versions\n\n");
		this.report.facts()
			.forEach((name, fact) -> text.append("- ").append(name).append(": ").append(fact).append('\n'));
		this.results.notes()
			.forEach(
					(about, note) -> text.append("- ").append(about).append(": ").append(firstLine(note)).append('\n'));
	}

	private static void row(StringBuilder text, String title, Stream<String> cells) {
		text.append(Stream.concat(Stream.of(title), cells).collect(Collectors.joining(" | ", "| ", " |\n")));
	}

	// For a relative figure, the ratio comes first and the plain number after it.
	private String cell(Figure figure, Peer peer) {
		return this.results.spread(figure, peer).map((spread) -> {
			String plain = figure.unit().format(spread.median());
			String range = (spread.min() == spread.max()) ? ""
					: Unit.number(spread.min()) + "–" + Unit.number(spread.max());
			OptionalDouble floor = figure.isRelative() ? Baseline.FLOOR.value(this.results, figure)
					: OptionalDouble.empty();
			if (floor.isPresent()) {
				return Unit.number(spread.median() / floor.getAsDouble()) + " (" + plain
						+ (range.isEmpty() ? "" : "; " + range) + ")";
			}
			return range.isEmpty() ? plain : plain + " (" + range + ")";
		}).orElse("–");
	}

	private List<Peer> ours(Figure figure) {
		return this.report.peers()
			.stream()
			.filter((peer) -> peer.isOurs() && this.results.spread(figure, peer).isPresent())
			.toList();
	}

	private String goals(Figure figure) {
		Goal goal = figure.goal(Peer.OURS);
		Goal async = figure.goal(Peer.OURS_ASYNC);
		return goal.equals(async) ? goal.words() : goal.words() + "; async " + async.words();
	}

	private String reached(Figure figure) {
		return ours(figure).stream()
			.map((peer) -> (peer == Peer.OURS_ASYNC ? "async " : "") + reached(figure, peer))
			.collect(Collectors.joining("; "));
	}

	private String reached(Figure figure, Peer peer) {
		Goal goal = figure.goal(peer);
		OptionalDouble reached = goal.reached(this.results, figure,
				this.results.spread(figure, peer).orElseThrow().median());
		if (reached.isEmpty()) {
			return "nothing to compare with";
		}
		return Unit.number(reached.getAsDouble()) + ((goal.baseline() != null) ? " ×" : "") + ": "
				+ (goal.isMet(reached.getAsDouble()) ? "met" : "**missed**");
	}

	private String ratio(Figure figure, Baseline baseline) {
		OptionalDouble base = baseline.value(this.results, figure);
		return this.results.spread(figure, Peer.OURS)
			.map((spread) -> spread.median() / base.orElse(Double.NaN))
			.filter(Double::isFinite)
			.map(Unit::number)
			.orElse("–");
	}

	private String exclusionReached() {
		return this.report.peers()
			.stream()
			.filter(Peer::isOurs)
			.allMatch((peer) -> this.results.exclusion(peer).isKept()) ? "met" : "**missed**";
	}

	private static String firstLine(String text) {
		return text.lines().findFirst().orElse("");
	}

}
