package io.lockstarter.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.scenarios.Effort;
import io.lockstarter.benchmarks.scenarios.Scenarios;
import org.jspecify.annotations.Nullable;

/**
 * What to run, from {@code -Dbenchmark.*}.
 *
 * @param scenarios their names
 * @param peers the contenders, in the order of their turns
 * @param effort how much is measured
 * @param json where the figures of any run go
 * @param document where the report of a whole run goes
 */
record Options(List<String> scenarios, List<Peer> peers, Effort effort, Optional<Path> json, Optional<Path> document) {

	private static final Duration RENEWALS = Duration.ofSeconds(30);

	/** From properties, where blank ones count as missing. */
	static Options of(UnaryOperator<@Nullable String> properties) {
		Reader reader = new Reader(properties);
		Duration round = seconds(reader.text("seconds", "1.5"));
		Effort effort = new Effort(Integer.parseInt(reader.text("rounds", "5")), round,
				seconds(reader.text("warm-up", "2")), seconds(reader.text("window", "" + RENEWALS.toSeconds())),
				Integer.parseInt(reader.text("locks", "10000")), reader.list("jvm", " ", List.of()));
		return new Options(reader.list("scenarios", ",", List.copyOf(Scenarios.names())),
				reader.list("contenders", ",", everybody().map(Peer::id).toList()).stream().map(Peer::of).toList(),
				effort, reader.path("json"), reader.path("document"));
	}

	/** Whether nothing is left out and no less is measured than by default. */
	boolean isWhole() {
		return this.effort.isAtLeast(of((name) -> null).effort) && this.scenarios.containsAll(Scenarios.names())
				&& this.peers.containsAll(everybody().toList());
	}

	private static Stream<Peer> everybody() {
		return Arrays.stream(Peer.values()).filter((peer) -> peer != Peer.UNLOCKED);
	}

	private static Duration seconds(String text) {
		return Duration.ofMillis(Math.round(Double.parseDouble(text) * 1_000));
	}

	/** Reads properties by the end of their names. */
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
