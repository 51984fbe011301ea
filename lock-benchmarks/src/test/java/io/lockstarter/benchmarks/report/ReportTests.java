package io.lockstarter.benchmarks.report;

import java.util.List;
import java.util.Map;

import io.lockstarter.benchmarks.peers.Peer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReportTests {

	private final Results results = new Results();

	@Test
	void cellHasMedianAndSpread() {
		add(Figure.S4_WAIT, Peer.OURS, 21, 25, 20);
		assertThat(row(Figure.S4_WAIT)).contains("| 21 ms (20–25) |").contains("| ≤ 30 | 21: met |");
	}

	@Test
	void relativeFigureIsToldAsAMultipleOfFloor() {
		add(Figure.S1_TIME, Peer.FLOOR, 100);
		add(Figure.S1_TIME, Peer.OURS, 110);
		add(Figure.S1_TIME, Peer.OURS_ASYNC, 60);
		assertThat(row(Figure.S1_TIME)).contains("| 1 (100 µs) |")
			.contains("| 1.10 (110 µs) |")
			.contains("| 1.10 ×: **missed**; async 0.60 ×: met |");
	}

	@Test
	void bestPeerIsTheFastestOfTheOthers() {
		add(Figure.S3_RATE, Peer.FLOOR, 9_000);
		add(Figure.S3_RATE, Peer.REDISSON, 1_000);
		add(Figure.S3_RATE, Peer.LOCK4J, 2_000);
		add(Figure.S3_RATE, Peer.OURS, 50_000);
		assertThat(row(Figure.S3_RATE)).contains("| ≥ 25 × the best peer | 25 ×: met | 5.56 | 25 |");
		add(Figure.S6_TIME, Peer.REDISSON, 300);
		add(Figure.S6_TIME, Peer.LOCK4J, 200);
		add(Figure.S6_TIME, Peer.OURS, 100);
		assertThat(row(Figure.S6_TIME)).contains("| ≤ 0.40 × the best peer | 0.50 ×: **missed** |");
	}

	@Test
	void barWithNothingToCompareWithIsNeitherMetNorMissed() {
		add(Figure.S5_TIME, Peer.OURS, 1);
		assertThat(row(Figure.S5_TIME)).contains("| nothing to compare with |");
	}

	@Test
	void starvedThreadMakesTheRatioInfinite() {
		add(Figure.S4_FAIRNESS, Peer.OURS, Double.POSITIVE_INFINITY);
		assertThat(row(Figure.S4_FAIRNESS)).contains("| ∞ |").contains(": **missed** |");
		assertThat(report(Figure.S4_FAIRNESS).json()).contains("\"median\": null");
	}

	@Test
	void brokenExclusionIsTold() {
		this.results.add(Peer.OURS, new Exclusion(10, 0, 0));
		this.results.add(Peer.OURS, new Exclusion(10, 2, 1));
		assertThat(report(Figure.S4_RATE).markdown()).contains("| 2 / 1 |").contains("| 0 / 0 | **missed** |");
	}

	@Test
	void jsonQuotesWhatItMust() {
		this.results.note("a \"quote\"", "back\\slash\nline");
		assertThat(report(Figure.S4_RATE).json()).contains("\"a \\\"quote\\\"\": \"back\\\\slash\\u000aline\"");
	}

	@Test
	void whoeverFailedOrOverlappedIsNotSound() {
		assertThat(this.results.isSound(Peer.OURS)).isTrue();
		this.results.fail(Peer.OURS, "S4", "out of luck");
		assertThat(this.results.isSound(Peer.OURS)).isFalse();
		assertThat(report(Figure.S4_RATE).markdown()).contains("- S4, ours, failed: out of luck");
		this.results.add(Peer.FLOOR, new Exclusion(10, 0, 1));
		assertThat(this.results.isSound(Peer.FLOOR)).isFalse();
	}

	private void add(Figure figure, Peer peer, double... rounds) {
		for (double round : rounds) {
			this.results.add(figure, peer, round);
		}
	}

	private Report report(Figure figure) {
		return new Report(this.results, List.of(Peer.values()), List.of(figure), Map.of("date", "today"));
	}

	private String row(Figure figure) {
		return report(figure).markdown()
			.lines()
			.filter((line) -> line.startsWith("| " + figure.scenario() + " " + figure.title()))
			.findFirst()
			.orElseThrow();
	}

}
