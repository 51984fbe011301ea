package io.lockstarter.benchmarks;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Exclusion;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Report;
import io.lockstarter.benchmarks.scenarios.Progress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs all scenarios briefly. Counts are asserted; times depend on the machine and are
 * not.
 */
@Tag("long")
class ComparisonTests {

	/** The runs are too short for the second compiler. */
	private static final String QUICK = "-XX:TieredStopAtLevel=1";

	/** These scenarios need few workers, and share them. */
	@Test
	void oursCompletesTheScenariosOfOneJvm() {
		Report report = runOurs("S1,S2,S3,threads,S8");
		assertThat(report.results().rounds(Figure.S1_REQUESTS, Peer.FLOOR)).containsExactly(2.0);
		assertThat(report.results().rounds(Figure.S1_REQUESTS, Peer.OURS)).containsExactly(2.0);
		assertThat(report.markdown()).contains("| 2, met |");
		assertThat(report.json()).contains("\"S1_REQUESTS\"");
		assertThat(report.picture()).isPresent();
	}

	/** These scenarios need many workers, or renew locks. */
	@Test
	void oursCompletesTheScenariosOfManyJvmsAndOfRenewal() {
		Report report = runOurs("S4,S5,S6,S10,S14,S7");
		assertThat(report.results().rounds(Figure.S7_LOST, Peer.OURS)).containsExactly(0.0);
		assertThat(report.results().rounds(Figure.S7_LEFT, Peer.OURS)).containsExactly(0.0);
		assertThat(report.results().rounds(Figure.S14_THREADS_THREADS, Peer.OURS).get(0)).isGreaterThan(150);
		assertThat(report.results().rounds(Figure.S14_THREADS_REACTIVE, Peer.OURS).get(0))
			.as("200 subscriptions need hardly more threads than one")
			.isLessThanOrEqualTo(20);
	}

	@Test
	void applicationStartsWithAndWithoutTheStarter() {
		Report report = run(Map.of("benchmark.contenders", "ours", "benchmark.scenarios", "S9", "benchmark.rounds", "1",
				"benchmark.jvm", QUICK));
		double without = report.results().rounds(Figure.S9_CLASSES, Peer.UNLOCKED).get(0);
		assertThat(report.results().rounds(Figure.S9_CLASSES, Peer.OURS)).singleElement()
			.satisfies((classes) -> assertThat(classes).isGreaterThan(without));
		assertThat(report.markdown()).contains("| no lock |");
	}

	private static Report runOurs(String scenarios) {
		Report report = run(Map.of("benchmark.scenarios", scenarios, "benchmark.contenders", "floor,ours",
				"benchmark.rounds", "1", "benchmark.seconds", "0.3", "benchmark.warm-up", "0.1", "benchmark.window",
				"0.2", "benchmark.locks", "200", "benchmark.jvm", QUICK));
		for (Figure figure : Figure.values()) {
			if (List.of(scenarios.split(",", -1)).contains(figure.scenario())) {
				assertThat(report.results().rounds(figure, Peer.OURS)).as("%s", figure).hasSize(1);
			}
		}
		assertThat(report.results().exclusion(Peer.OURS)).matches(Exclusion::isKept);
		assertThat(report.results().exclusion(Peer.FLOOR)).matches(Exclusion::isKept);
		assertThat(report.results().exclusion(Peer.OURS).passes()).isNotEqualTo(0L);
		assertThat(report.json()).contains("\"lostUpdates\": 0");
		return report;
	}

	@Test
	void contenderWithoutALockIsDetected() {
		// Several rounds: on a busy machine, the threads of one round may not meet.
		Report report = run(Map.of("benchmark.contenders", "unlocked", "benchmark.scenarios", "S4", "benchmark.rounds",
				"5", "benchmark.seconds", "0.3", "benchmark.warm-up", "0.1", "benchmark.jvm", QUICK));
		Exclusion seen = report.results().exclusion(Peer.UNLOCKED);
		assertThat(seen.overlaps()).isPositive();
		assertThat(seen.lostUpdates()).isPositive();
		assertThat(seen.isKept()).isFalse();
	}

	@Test
	void contenderThatCannotWaitIsSkipped() {
		Report report = run(Map.of("benchmark.contenders", "shedlock", "benchmark.scenarios", "S4"));
		assertThat(report.results().rounds(Figure.S4_RATE, Peer.SHEDLOCK)).isEmpty();
		assertThat(report.markdown()).contains("## S4").doesNotContain("| ShedLock");
	}

	private static Report run(Map<String, String> properties) {
		return Comparison.run(Options.of(properties::get),
				new Progress(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8), false));
	}

}
