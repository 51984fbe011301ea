package io.lockstarter.benchmarks.report;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.benchmarks.peers.Peer;

/** Writes the report as JSON, with every round. */
final class Json {

	private final Report report;

	Json(Report report) {
		this.report = report;
	}

	String text() {
		return object(Stream.of(member("facts", strings(this.report.facts())),
				member("notes", strings(this.report.results().notes())), member("figures", object(figures())),
				member("curves", object(curves())), member("exclusion", object(exclusion()))));
	}

	private Stream<String> figures() {
		return this.report.figures().stream().map((figure) -> {
			Stream<String> peers = Arrays.stream(Peer.values())
				.filter((peer) -> !this.report.results().rounds(figure, peer).isEmpty())
				.map((peer) -> member(peer.id(), values(figure, peer)));
			return member(figure.name(), object(Stream.concat(
					Stream.of(member("title", string(figure.title())), member("unit", string(figure.unit().name()))),
					peers)));
		});
	}

	private Stream<String> curves() {
		Curves curves = this.report.results().curves();
		return Arrays.stream(Curve.values())
			.map((curve) -> member(curve.name(),
					object(curves.peers()
						.stream()
						.map((peer) -> member(peer.id(),
								object(curves.line(curve, peer)
									.entrySet()
									.stream()
									.map((point) -> member("" + point.getKey(), number(point.getValue())))))))));
	}

	private String values(Figure figure, Peer peer) {
		Spread spread = this.report.results().spread(figure, peer).orElseThrow();
		return object(Stream.of(member("median", number(spread.median())), member("min", number(spread.min())),
				member("max", number(spread.max())), member("toFloor", ratio(figure, spread, Baseline.FLOOR)),
				member("toBestPeer", ratio(figure, spread, figure.goal(peer).bestPeer())),
				member("rounds",
						this.report.results()
							.rounds(figure, peer)
							.stream()
							.map(Json::number)
							.collect(Collectors.joining(", ", "[", "]")))));
	}

	private String ratio(Figure figure, Spread spread, Baseline baseline) {
		return number(spread.median() / baseline.value(this.report.results(), figure).orElse(Double.NaN));
	}

	private Stream<String> exclusion() {
		return this.report.peers().stream().map((peer) -> {
			Exclusion seen = this.report.results().exclusion(peer);
			return member(peer.id(), object(Stream.of(member("passes", "" + seen.passes()),
					member("lostUpdates", "" + seen.lostUpdates()), member("overlaps", "" + seen.overlaps()))));
		});
	}

	private static String strings(Map<String, String> values) {
		return object(values.entrySet().stream().map((value) -> member(value.getKey(), string(value.getValue()))));
	}

	private static String object(Stream<String> members) {
		return members.collect(Collectors.joining(", ", "{", "}"));
	}

	private static String member(String name, String value) {
		return string(name) + ": " + value;
	}

	// JSON has no NaN and no infinity.
	private static String number(double value) {
		return Double.isFinite(value) ? Double.toString(value) : "null";
	}

	private static String string(String text) {
		StringBuilder quoted = new StringBuilder("\"");
		for (int at = 0; at < text.length(); at++) {
			char character = text.charAt(at);
			if (character == '"' || character == '\\') {
				quoted.append('\\').append(character);
			}
			else if (character < ' ') {
				quoted.append(String.format("\\u%04x", (int) character));
			}
			else {
				quoted.append(character);
			}
		}
		return quoted.append('"').toString();
	}

}
