package io.lockstarter.benchmarks.report;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.benchmarks.peers.Peer;

/** The report as people read it. */
final class Markdown {

	private final Report report;

	private final Results results;

	Markdown(Report report) {
		this.report = report;
		this.results = report.results();
	}

	String text() {
		StringBuilder text = new StringBuilder();
		row(text, "scenario", this.report.peers().stream().map(Peer::title), "bar", "reached", "ours ÷ floor",
				"ours ÷ best peer");
		row(text, "---", this.report.peers().stream().map((peer) -> "--:"), "---", "---", "--:", "--:");
		for (Figure figure : this.report.figures()) {
			row(text, figure.scenario() + " " + figure.title(),
					this.report.peers().stream().map((peer) -> cell(figure, peer)), bars(figure), reached(figure),
					ratio(figure, Basis.FLOOR), ratio(figure, figure.bar(Peer.OURS).bestPeer()));
		}
		row(text, "Lost updates / overlaps in the section",
				this.report.peers().stream().map((peer) -> exclusion(this.results.exclusion(peer))), "0 / 0",
				exclusionReached(), "", "");
		text.append('\n');
		this.report.facts()
			.forEach((name, fact) -> text.append("- ").append(name).append(": ").append(fact).append('\n'));
		this.results.notes()
			.forEach(
					(about, note) -> text.append("- ").append(about).append(": ").append(firstLine(note)).append('\n'));
		return text.toString();
	}

	private static void row(StringBuilder text, String title, Stream<String> cells, String... more) {
		text.append(Stream.concat(Stream.concat(Stream.of(title), cells), Stream.of(more))
			.collect(Collectors.joining(" | ", "| ", " |\n")));
	}

	// Where a figure is relative, the ratio comes first and the plain number after it.
	private String cell(Figure figure, Peer peer) {
		return this.results.spread(figure, peer).map((spread) -> {
			String plain = figure.unit().format(spread.median());
			String range = (spread.min() == spread.max()) ? ""
					: Unit.number(spread.min()) + "–" + Unit.number(spread.max());
			OptionalDouble floor = figure.isRelative() ? Basis.FLOOR.value(this.results, figure)
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

	private String bars(Figure figure) {
		Bar bar = figure.bar(Peer.OURS);
		Bar async = figure.bar(Peer.OURS_ASYNC);
		return bar.equals(async) ? bar.words() : bar.words() + "; async " + async.words();
	}

	private String reached(Figure figure) {
		return ours(figure).stream()
			.map((peer) -> (peer == Peer.OURS_ASYNC ? "async " : "") + verdict(figure, peer))
			.collect(Collectors.joining("; "));
	}

	private String verdict(Figure figure, Peer peer) {
		Bar bar = figure.bar(peer);
		OptionalDouble reached = bar.reached(this.results, figure,
				this.results.spread(figure, peer).orElseThrow().median());
		if (reached.isEmpty()) {
			return "nothing to compare with";
		}
		return Unit.number(reached.getAsDouble()) + ((bar.basis() != null) ? " ×" : "") + ": "
				+ (bar.isMet(reached.getAsDouble()) ? "met" : "**missed**");
	}

	private String ratio(Figure figure, Basis basis) {
		OptionalDouble base = basis.value(this.results, figure);
		return this.results.spread(figure, Peer.OURS)
			.map((spread) -> spread.median() / base.orElse(Double.NaN))
			.filter(Double::isFinite)
			.map(Unit::number)
			.orElse("–");
	}

	private static String exclusion(Exclusion seen) {
		return (seen.passes() == 0) ? "–" : seen.lostUpdates() + " / " + seen.overlaps();
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
