package io.lockstarter.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import io.lockstarter.faults.drive.Plan;
import io.lockstarter.faults.drive.Run;
import io.lockstarter.faults.drive.RunResult;
import io.lockstarter.faults.drive.Topology;
import io.lockstarter.faults.report.Document;
import io.lockstarter.faults.report.Page;
import io.lockstarter.faults.report.Report;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the locks of the library under faults on every topology. Prints the figures, and
 * writes the page if that is configured.
 */
@Tag("faults")
class FaultTests {

	private static final Options OPTIONS = Options.ofSystem();

	/** The folder in which the tests of the library write their figures. */
	private static final Path STARTER = Path.of("..", "..", "lock-starter", "target");

	private static final List<RunResult> RESULTS = new ArrayList<>();

	@ParameterizedTest
	@MethodSource("topologies")
	void promisesHoldUnderFaults(Topology topology) {
		Path folder = Path.of("target", "faults", topology.name().toLowerCase(Locale.ROOT)).toAbsolutePath();
		RunResult result = Run.execute(Plan.of(topology, OPTIONS.seed(), OPTIONS.duration(), folder));
		RESULTS.add(result);
		assertThat(result.checkResult().broken()).as(() -> Report.trace(result)).isEmpty();
	}

	static Stream<Topology> topologies() {
		return Stream.of(Topology.values()).filter(OPTIONS::includes);
	}

	@AfterAll
	static void report() {
		System.out.println(Report.table(RESULTS) + "\n" + Report.faults(RESULTS));
		// An incomplete table would look complete.
		if (OPTIONS.document() && RESULTS.size() == Topology.values().length) {
			Document.reliability().write("figures", Page.figures(RESULTS));
			Document.reliability().write("faults", Report.faults(RESULTS));
			Page.copy("simulation", STARTER.resolve("simulation.txt"));
			Page.copy("search", STARTER.resolve("search.txt"));
		}
	}

}
