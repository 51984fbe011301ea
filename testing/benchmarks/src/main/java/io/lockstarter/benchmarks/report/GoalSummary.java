package io.lockstarter.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.lockstarter.benchmarks.peers.Peer;

/** Counts the goals, and lists those that are missed. */
final class GoalSummary {

	private final Report report;

	private final List<String> missed = new ArrayList<>();

	private int goals;

	GoalSummary(Report report) {
		this.report = report;
		report.figures().forEach((figure) -> report.peers().stream().filter(Peer::isOurs).forEach((peer) -> {
			Optional<Goal.Reached> reached = report.results()
				.spread(figure, peer)
				.flatMap((spread) -> figure.goal(peer).reached(report.results(), figure, spread.median()));
			reached.ifPresent((value) -> count(figure, peer, value));
		}));
	}

	private void count(Figure figure, Peer peer, Goal.Reached reached) {
		this.goals++;
		if (!reached.met()) {
			this.missed.add("- " + figure.label() + (peer == Peer.OURS_ASYNC ? ", async" : "") + ": " + reached.text()
					+ ", the goal is " + figure.goal(peer).words(figure.unit()) + "\n");
		}
	}

	void write(StringBuilder text) {
		text.append("## Goals\n\n")
			.append("Our lock met ")
			.append(this.goals - this.missed.size())
			.append(" of ")
			.append(this.goals)
			.append(" goals. The last rows of each table have the details. ")
			.append(this.missed.isEmpty() ? "" : "Missed goals:")
			.append(isExclusive() ? "" : "\n\nMutual exclusion was **broken**.")
			.append("\n\n");
		this.missed.forEach(text::append);
	}

	private boolean isExclusive() {
		return this.report.peers()
			.stream()
			.filter(Peer::isOurs)
			.allMatch((peer) -> this.report.results().exclusion(peer).isKept());
	}

}
