package io.lockstarter.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import io.lockstarter.faults.drive.Outcome;
import io.lockstarter.faults.drive.Plan;
import io.lockstarter.faults.drive.Run;
import io.lockstarter.faults.drive.Topology;
import io.lockstarter.faults.report.Document;
import io.lockstarter.faults.report.Page;
import io.lockstarter.faults.report.Report;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Attacks our locks everywhere; prints the figures, and writes the page if asked to. */
@Tag("faults")
class FaultTests {

	private static final Options OPTIONS = Options.ofSystem();

	/** Where the tests of the library leave their figures. */
	private static final Path STARTER = Path.of("..", "lock-starter", "target");

	private static final List<Outcome> OUTCOMES = new ArrayList<>();

	@ParameterizedTest
	@MethodSource("topologies")
	void promisesHoldWhateverFails(Topology topology) {
		Path folder = Path.of("target", "faults", topology.name().toLowerCase(Locale.ROOT)).toAbsolutePath();
		Outcome outcome = Run.play(Plan.of(topology, OPTIONS.seed(), OPTIONS.duration(), folder));
		OUTCOMES.add(outcome);
		assertThat(outcome.verdict().broken()).as(() -> Report.trace(outcome)).isEmpty();
	}

	static Stream<Topology> topologies() {
		return Stream.of(Topology.values()).filter(OPTIONS::includes);
	}

	@AfterAll
	static void report() {
		System.out.println(Report.table(OUTCOMES) + "\n" + Report.faults(OUTCOMES));
		// A page that lacks a part would be taken for the whole.
		if (OPTIONS.document() && OUTCOMES.size() == Topology.values().length) {
			Document.reliability().write("figures", Page.figures(OUTCOMES));
			Document.reliability().write("faults", Report.faults(OUTCOMES));
			Page.copy("simulation", STARTER.resolve("simulation.txt"));
			Page.copy("search", STARTER.resolve("search.txt"));
		}
	}

}
