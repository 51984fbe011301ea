package io.lockstarter.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Report;
import io.lockstarter.benchmarks.report.Results;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DocumentTests {

	private static final Path PAGE = Path.of("..", "..", "docs", "performance.md");

	/** Fails if the next run would change more than the figures. */
	@Test
	void pageHasTheFixedTextOfTheBenchmark() throws IOException {
		Report empty = new Report(new Results(), List.of(Peer.values()), List.of(Figure.values()), Map.of());
		assertThat(shape(Files.readString(PAGE))).isEqualTo(shape(Document.text(empty.markdown())));
	}

	@Test
	void noLineIsLong() {
		Results results = new Results();
		for (Figure figure : Figure.values()) {
			for (Peer peer : Peer.values()) {
				List.of(1_234.5, 12.345, 9_876.5).forEach((value) -> results.add(figure, peer, value));
			}
		}
		Report report = new Report(results, List.of(Peer.values()), List.of(Figure.values()), Map.of());
		assertThat(Document.text(report.markdown()).lines())
			.allSatisfy((line) -> assertThat(line).hasSizeLessThan(160));
	}

	@Test
	void pictureOfThePageExists() throws IOException {
		assertThat(Files.readString(PAGE)).contains("(images/throughput.svg)");
		assertThat(PAGE.resolveSibling("images").resolve("throughput.svg")).content().contains("</svg>");
	}

	/**
	 * Removes the rows with figures, the missed goals, and the facts about the machine.
	 */
	private static List<String> shape(String page) {
		String facts = "## Machine and versions";
		String method = "## Method";
		return (page.substring(0, page.indexOf(facts)) + page.substring(page.indexOf(method)).stripTrailing()).lines()
			.filter((line) -> !line.startsWith("| ") || line.startsWith("| contender "))
			.filter((line) -> !line.startsWith("- S") && !line.startsWith("Our lock met "))
			.toList();
	}

}
