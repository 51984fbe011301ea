package io.lockstarter.benchmarks;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Exclusion;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Report;
import io.lockstarter.benchmarks.scenarios.Progress;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * All scenarios in short. What depends on the machine is not asserted, counts are.
 */
class ComparisonTests {

	/** Nothing here runs long enough for the second compiler to be worth its time. */
	private static final String QUICK = "-XX:TieredStopAtLevel=1";

	@Test
	void oursGetsThroughAllScenarios() {
		Report report = run(Map.of("benchmark.contenders", "floor,ours", "benchmark.rounds", "1", "benchmark.seconds",
				"0.3", "benchmark.warm-up", "0.1", "benchmark.window", "0.2", "benchmark.locks", "200", "benchmark.jvm",
				QUICK));
		for (Figure figure : Figure.values()) {
			assertThat(report.results().rounds(figure, Peer.OURS)).as("%s", figure).hasSize(1);
		}
		assertThat(report.results().rounds(Figure.S1_REQUESTS, Peer.FLOOR)).containsExactly(2.0);
		assertThat(report.results().rounds(Figure.S1_REQUESTS, Peer.OURS)).containsExactly(2.0);
		assertThat(report.results().rounds(Figure.S7_LOST, Peer.OURS)).containsExactly(0.0);
		assertThat(report.results().rounds(Figure.S7_LEFT, Peer.OURS)).containsExactly(0.0);
		assertThat(report.results().exclusion(Peer.OURS)).matches(Exclusion::isKept)
			.extracting(Exclusion::passes)
			.isNotEqualTo(0L);
		assertThat(report.results().exclusion(Peer.FLOOR)).matches(Exclusion::isKept);
		assertThat(report.markdown()).contains("| S1 requests sent per lock + unlock | 2 | 2 | ≤ 2 | 2: met | 1 | – |");
		assertThat(report.json()).contains("\"S1_REQUESTS\"").contains("\"lostUpdates\": 0");
	}

	@Test
	void whoTakesNoLockIsFoundOut() {
		Report report = run(Map.of("benchmark.contenders", "unlocked", "benchmark.scenarios", "S4", "benchmark.rounds",
				"1", "benchmark.seconds", "1", "benchmark.warm-up", "0.1", "benchmark.jvm", QUICK));
		Exclusion seen = report.results().exclusion(Peer.UNLOCKED);
		assertThat(seen.overlaps()).isPositive();
		assertThat(seen.lostUpdates()).isPositive();
		assertThat(seen.isKept()).isFalse();
	}

	@Test
	void whoCannotWaitIsLeftOut() {
		Report report = run(Map.of("benchmark.contenders", "shedlock", "benchmark.scenarios", "S4"));
		assertThat(report.results().rounds(Figure.S4_RATE, Peer.SHEDLOCK)).isEmpty();
		assertThat(report.markdown()).contains("| S4 wait p99 | – |");
	}

	private static Report run(Map<String, String> properties) {
		return Comparison.run(Options.of(properties::get),
				new Progress(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8), false));
	}

}
