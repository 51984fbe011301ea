package io.lockstarter.benchmarks.report;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.lockstarter.benchmarks.peers.Peer;

/**
 * Writes one table: a row for each contender, the goals, and what our lock has reached.
 */
final class ScenarioTable {

	private final Results results;

	private final List<Figure> figures;

	ScenarioTable(Results results, List<Figure> figures) {
		this.results = results;
		this.figures = figures;
	}

	void write(StringBuilder text) {
		row(text, "contender", Figure::title);
		row(text, "---", (figure) -> "--:");
		// A scenario may have a contender that the run did not ask for.
		peers((peer) -> true).forEach((peer) -> row(text, peer.title(), (figure) -> cell(figure, peer)));
		goals(text);
	}

	private void goals(StringBuilder text) {
		boolean same = this.figures.stream()
			.allMatch((figure) -> figure.goal(Peer.OURS).equals(figure.goal(Peer.OURS_ASYNC)));
		row(text, same ? "*goal*" : "*goal, ours*", (figure) -> goal(figure, Peer.OURS));
		if (!same) {
			row(text, "*goal, async*", (figure) -> goal(figure, Peer.OURS_ASYNC));
		}
		peers(Peer::isOurs).forEach((peer) -> row(text,
				(peer == Peer.OURS_ASYNC) ? "*reached, async*" : "*reached, ours*", (figure) -> reached(figure, peer)));
	}

	private Stream<Peer> peers(Predicate<Peer> selected) {
		return Arrays.stream(Peer.values())
			.filter(selected)
			.filter((peer) -> this.figures.stream()
				.anyMatch((figure) -> this.results.spread(figure, peer).isPresent()));
	}

	private void row(StringBuilder text, String title, Function<Figure, String> cell) {
		MarkdownTable.row(text, title, this.figures.stream().map(cell));
	}

	private static String goal(Figure figure, Peer peer) {
		return figure.goal(peer).words(figure.unit());
	}

	private String reached(Figure figure, Peer peer) {
		return this.results.spread(figure, peer)
			.map((spread) -> figure.goal(peer)
				.reached(this.results, figure, spread.median())
				.map(Goal.Reached::words)
				.orElse("nothing to compare with"))
			.orElse("–");
	}

	// For a relative figure, the ratio comes first and the plain number after it.
	private String cell(Figure figure, Peer peer) {
		return this.results.spread(figure, peer).map((spread) -> {
			String plain = figure.unit().format(spread.median());
			String range = range(Unit.number(spread.min()), Unit.number(spread.max()));
			OptionalDouble floor = figure.isRelative() ? Baseline.FLOOR.value(this.results, figure)
					: OptionalDouble.empty();
			if (floor.isPresent()) {
				return Unit.number(spread.median() / floor.getAsDouble()) + " (" + plain
						+ (range.isEmpty() ? "" : "; " + range) + ")";
			}
			return range.isEmpty() ? plain : plain + " (" + range + ")";
		}).orElse("–");
	}

	private static String range(String min, String max) {
		return min.equals(max) ? "" : min + "–" + max;
	}

}
