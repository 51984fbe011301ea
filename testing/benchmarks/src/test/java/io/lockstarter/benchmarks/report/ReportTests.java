package io.lockstarter.benchmarks.report;

import java.util.List;
import java.util.Map;

import io.lockstarter.benchmarks.peers.Peer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReportTests {

	private final Results results = new Results();

	@Test
	void scenarioHasItsOwnTableWithOneRowPerContender() {
		add(Figure.S4_RATE, Peer.REDISSON, 454, 219, 566);
		add(Figure.S4_RATE, Peer.OURS, 34_256);
		add(Figure.S4_WAIT, Peer.OURS, 21, 25, 20);
		add(Figure.S5_COMMANDS, Peer.OURS, 12);
		assertThat(report(Figure.S4_RATE, Figure.S4_WAIT, Figure.S5_COMMANDS).markdown()).contains("""

				## S4: 4 JVMs with 4 threads each, one key

				The same as S3 in several JVMs.

				| contender | acquisitions/s | wait p99 |
				| --- | --: | --: |
				| Redisson | 454/s (219–566) | – |
				| **ours** | 34,300/s | 21 ms (20–25) |
				| *goal* | ≥ 20 × the best peer | ≤ 30 ms |
				| *reached, ours* | 75.5 ×, met | 21 ms, met |

				## S5: Hand-off between two JVMs
				""");
	}

	@Test
	void noTableHasMoreThanSixColumns() {
		assertThat(report(Figure.values()).markdown().lines().filter((line) -> line.startsWith("| ---"))).isNotEmpty()
			.allMatch((line) -> line.split(" \\| ").length <= 6);
	}

	@Test
	void partOfAScenarioHasItsOwnTable() {
		add(Figure.S10_RATE_1, Peer.OURS, 5);
		assertThat(report(Figure.S10_RATE_1, Figure.S10_RATE_5).markdown()).contains("""
				Sections of 1 ms:

				| contender | acquisitions/s |
				| --- | --: |
				| **ours** | 5/s |
				""").contains("Sections of 5 ms:");
	}

	@Test
	void missedGoalIsListed() {
		add(Figure.S4_WAIT, Peer.OURS, 31);
		add(Figure.S4_FAIRNESS, Peer.OURS, 1.5);
		assertThat(report(Figure.S4_WAIT, Figure.S4_FAIRNESS).markdown()).contains("""
				Our lock met 1 of 2 goals. The last rows of each table have the details. Missed goals:

				- S4, wait p99: 31 ms, the goal is ≤ 30 ms
				""");
	}

	@Test
	void smallDifferenceFromTheBaselineIsAllowed() {
		add(Figure.S9_TIME, Peer.UNLOCKED, 1_000);
		add(Figure.S9_TIME, Peer.OURS, 1_150);
		assertThat(reached(Figure.S9_TIME)).isEqualTo("| *reached, ours* | 1.15 ×, met |");
		add(Figure.S9_TIME, Peer.OURS, 1_153);
		assertThat(reached(Figure.S9_TIME)).isEqualTo("| *reached, ours* | 1.15 ×, **missed** |");
	}

	@Test
	void smallNumberKeepsTwoDigits() {
		assertThat(Unit.MILLIS.format(0.00123)).isEqualTo("0.0012 ms");
		assertThat(Unit.MILLIS.format(0.25)).isEqualTo("0.25 ms");
		assertThat(Unit.PER_SECOND.format(518_153)).isEqualTo("518,000/s");
	}

	@Test
	void relativeFigureIsShownAsAMultipleOfFloor() {
		add(Figure.S1_TIME, Peer.FLOOR, 100);
		add(Figure.S1_TIME, Peer.OURS, 110);
		add(Figure.S1_TIME, Peer.OURS_ASYNC, 60);
		assertThat(report(Figure.S1_TIME).markdown()).contains("| floor | 1 (100 µs) |")
			.contains("| **ours** | 1.10 (110 µs) |");
		assertThat(report(Figure.S1_TIME).markdown()).contains("| *reached, ours* | 1.10 ×, **missed** |")
			.contains("| *reached, async* | 0.60 ×, met |");
	}

	@Test
	void bestPeerIsTheFastestOfTheOthers() {
		add(Figure.S3_RATE, Peer.FLOOR, 9_000);
		add(Figure.S3_RATE, Peer.REDISSON, 1_000);
		add(Figure.S3_RATE, Peer.LOCK4J, 2_000);
		add(Figure.S3_RATE, Peer.OURS, 120_000);
		assertThat(reached(Figure.S3_RATE)).contains("| 60 ×, met |");
		add(Figure.S6_TIME, Peer.REDISSON, 300);
		add(Figure.S6_TIME, Peer.LOCK4J, 200);
		add(Figure.S6_TIME, Peer.OURS, 100);
		assertThat(reached(Figure.S6_TIME)).contains("| 0.50 ×, **missed** |");
	}

	@Test
	void goalWithoutABaselineIsNeitherMetNorMissed() {
		add(Figure.S5_TIME, Peer.OURS, 1);
		assertThat(reached(Figure.S5_TIME)).contains("| nothing to compare with |");
	}

	@Test
	void starvedThreadMakesTheRatioInfinite() {
		add(Figure.S4_FAIRNESS, Peer.OURS, Double.POSITIVE_INFINITY);
		assertThat(report(Figure.S4_FAIRNESS).markdown()).contains("| **ours** | ∞ |").contains(", **missed** |");
		assertThat(report(Figure.S4_FAIRNESS).json()).contains("\"median\": null");
	}

	@Test
	void brokenExclusionIsReported() {
		this.results.add(Peer.OURS, new Exclusion(10, 0, 0));
		this.results.add(Peer.OURS, new Exclusion(10, 2, 1));
		assertThat(report(Figure.S4_RATE).markdown()).contains("| **ours** | 2 | 1 |")
			.contains("Mutual exclusion was **broken**.");
	}

	@Test
	void jsonEscapesSpecialCharacters() {
		this.results.note("a \"quote\"", "back\\slash\nline");
		assertThat(report(Figure.S4_RATE).json()).contains("\"a \\\"quote\\\"\": \"back\\\\slash\\u000aline\"");
	}

	@Test
	void failedOrOverlappingContenderIsNotValid() {
		assertThat(this.results.isValid(Peer.OURS)).isTrue();
		this.results.fail(Peer.OURS, "S4", "out of luck");
		assertThat(this.results.isValid(Peer.OURS)).isFalse();
		assertThat(report(Figure.S4_RATE).markdown()).contains("- S4, ours, failed: out of luck");
		this.results.fail(Peer.OURS, "S4", "java.lang.IllegalStateException: " + "long ".repeat(100) + "\n\tat line 1");
		assertThat(report(Figure.S4_RATE).markdown().lines()).anySatisfy(
				(line) -> assertThat(line).startsWith("- S4, ours, failed: IllegalStateException: long").endsWith(" …"))
			.allSatisfy((line) -> assertThat(line).doesNotContain("at line 1"));
		this.results.add(Peer.FLOOR, new Exclusion(10, 0, 1));
		assertThat(this.results.isValid(Peer.FLOOR)).isFalse();
	}

	private void add(Figure figure, Peer peer, double... rounds) {
		for (double round : rounds) {
			this.results.add(figure, peer, round);
		}
	}

	private Report report(Figure... figures) {
		return new Report(this.results, List.of(Peer.values()), List.of(figures), Map.of("date", "today"));
	}

	private String reached(Figure figure) {
		return report(figure).markdown()
			.lines()
			.filter((line) -> line.startsWith("| *reached, ours*"))
			.findFirst()
			.orElseThrow();
	}

}
