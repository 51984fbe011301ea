package io.lockstarter.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.scenarios.MeasurementPlan;
import io.lockstarter.benchmarks.scenarios.Scenarios;
import org.jspecify.annotations.Nullable;

/**
 * The options of a run, from {@code -Dbenchmark.*}.
 *
 * @param scenarios the names of the scenarios
 * @param peers the contenders, in the order of their turns
 * @param measurement rounds and durations
 * @param json the file for the figures of any run
 * @param document the file for the report of a complete run
 */
record Options(List<String> scenarios, List<Peer> peers, MeasurementPlan measurement, Optional<Path> json,
		Optional<Path> document) {

	private static final Duration RENEWALS = Duration.ofSeconds(30);

	private static final String PICTURE = "throughput.svg";

	/** Reads the properties. A blank property counts as missing. */
	static Options of(UnaryOperator<@Nullable String> properties) {
		Reader reader = new Reader(properties);
		Duration round = seconds(reader.text("seconds", "1.5"));
		MeasurementPlan measurement = new MeasurementPlan(Integer.parseInt(reader.text("rounds", "5")), round,
				seconds(reader.text("warm-up", "2")), seconds(reader.text("window", "" + RENEWALS.toSeconds())),
				Integer.parseInt(reader.text("locks", "10000")), reader.list("jvm", " ", List.of()));
		return new Options(reader.list("scenarios", ",", List.copyOf(Scenarios.names())),
				reader.list("contenders", ",", allContenders().map(Peer::id).toList()).stream().map(Peer::of).toList(),
				measurement, reader.path("json"), reader.path("document"));
	}

	/**
	 * Returns the file for the picture: beside the report of a complete run, otherwise
	 * beside the figures.
	 */
	Optional<Path> picture() {
		return isComplete() ? this.document.map((page) -> page.resolveSibling("images").resolve(PICTURE))
				: this.json.map((figures) -> figures.resolveSibling(PICTURE));
	}

	/** Returns the README.md that shows some of the figures, if there is one. */
	Optional<Path> readme() {
		return this.document.map((page) -> page.resolveSibling("..").resolve("README.md")).filter(Files::exists);
	}

	/** Returns true if nothing is left out and at least the default is measured. */
	boolean isComplete() {
		return this.measurement.isAtLeast(of((name) -> null).measurement)
				&& this.scenarios.containsAll(Scenarios.names()) && this.peers.containsAll(allContenders().toList());
	}

	private static Stream<Peer> allContenders() {
		return Arrays.stream(Peer.values()).filter((peer) -> peer != Peer.UNLOCKED);
	}

	private static Duration seconds(String text) {
		return Duration.ofMillis(Math.round(Double.parseDouble(text) * 1_000));
	}

	/** Reads properties by name, without the prefix {@code benchmark.}. */
	private record Reader(UnaryOperator<@Nullable String> properties) {

		String text(String name, String otherwise) {
			String value = this.properties.apply("benchmark." + name);
			return (value == null || value.isBlank()) ? otherwise : value.strip();
		}

		List<String> list(String name, String separator, List<String> otherwise) {
			String value = text(name, "");
			return value.isEmpty() ? otherwise : List.of(value.split("\\s*" + separator + "\\s*", -1));
		}

		Optional<Path> path(String name) {
			return Optional.of(text(name, "")).filter((path) -> !path.isEmpty()).map(Path::of);
		}

	}

}
