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

	private static final Path PAGE = Path.of("..", "docs", "performance.md");

	/** Fails if the next run would change more than the figures. */
	@Test
	void pageHasTheFixedTextOfTheBenchmark() throws IOException {
		Report empty = new Report(new Results(), List.of(Peer.values()), List.of(Figure.values()), Map.of());
		assertThat(shape(Files.readString(PAGE))).isEqualTo(shape(Document.text(empty.markdown())));
	}

	/** Removes the rows with figures, and the facts about the machine. */
	private static List<String> shape(String page) {
		String facts = "## Machine and versions";
		String method = "## Method";
		return (page.substring(0, page.indexOf(facts)) + page.substring(page.indexOf(method)).stripTrailing()).lines()
			.filter((line) -> !line.startsWith("| ") || line.startsWith("| contender ") || line.startsWith("| figure "))
			.toList();
	}

}
