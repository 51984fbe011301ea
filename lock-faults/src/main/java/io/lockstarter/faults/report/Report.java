package io.lockstarter.faults.report;

import java.util.List;
import java.util.stream.Collectors;

import io.lockstarter.faults.check.Invariant;
import io.lockstarter.faults.check.Violation;
import io.lockstarter.faults.drive.Outcome;
import io.lockstarter.faults.history.Kind;

/** The figures as Markdown, and what to look at when a promise was broken. */
public final class Report {

	private Report() {
	}

	/** The figures, a column for each topology. */
	public static String table(List<Outcome> outcomes) {
		Table table = new Table(titles(outcomes));
		table.row("seed", outcomes, (outcome) -> Long.toString(outcome.plan().seed()));
		table.row("seconds, with start and end", outcomes, (outcome) -> Long.toString(outcome.nanos() / 1_000_000_000));
		table.row("faults", outcomes, (outcome) -> Long.toString(outcome.count(Kind.FAULT)));
		table.row("longest scheduling delay of a client, ms", outcomes, Report::longestDelay);
		table.row("acquisitions", outcomes, (outcome) -> Long.toString(outcome.count(Kind.GOT)));
		table.row("attempts that found the lock busy", outcomes, (outcome) -> Long.toString(outcome.count(Kind.BUSY)));
		table.row("waits ended by an interrupt", outcomes, (outcome) -> Long.toString(outcome.count(Kind.GAVE_UP)));
		table.row("foreign values that were looked at", outcomes,
				(outcome) -> Long.toString(outcome.count(Kind.FOREIGN)));
		table.row("ambiguous: attempts that ended with an error of the server", outcomes,
				(outcome) -> Long.toString(outcome.count(Kind.FAILED)));
		table.row("ambiguous: releases without confirmation", outcomes,
				(outcome) -> Long.toString(outcome.count(Kind.UNCONFIRMED)));
		table.row("ambiguous: commands applied whose reply was lost", outcomes,
				(outcome) -> Long.toString(outcome.lostReplies()));
		table.row("losses told to the holder", outcomes, (outcome) -> Long.toString(outcome.count(Kind.TOLD)));
		table.row("fenced writes accepted", outcomes, (outcome) -> Long.toString(outcome.count(Kind.ACCEPTED)));
		table.row("**stale writes refused**", outcomes, (outcome) -> Long.toString(outcome.count(Kind.STALE)));
		for (Invariant invariant : Invariant.values()) {
			table.row("violations of (" + invariant.letter() + ")", outcomes,
					(outcome) -> violations(outcome, invariant));
		}
		return table.toString();
	}

	/** Those of the driver, which are longer than a ttl, are among the faults. */
	private static String longestDelay(Outcome outcome) {
		long ttl = outcome.plan().ttl().toNanos();
		return Long.toString(outcome.events()
			.stream()
			.filter((event) -> event.kind() == Kind.PAUSED)
			.mapToLong((event) -> event.at() - event.number("from"))
			.filter((nanos) -> nanos < ttl)
			.max()
			.orElse(0) / 1_000_000);
	}

	private static String violations(Outcome outcome, Invariant invariant) {
		int count = outcome.verdict().of(invariant).size();
		return outcome.verdict().promises(invariant) ? "**" + count + "**" : count + " (not promised)";
	}

	/** How often each fault happened. */
	public static String faults(List<Outcome> outcomes) {
		Table table = new Table(titles(outcomes));
		outcomes.stream()
			.flatMap((outcome) -> outcome.faults().keySet().stream())
			.distinct()
			.sorted()
			.forEach((fault) -> table.row(fault, outcomes, (outcome) -> {
				Long count = outcome.faults().get(fault);
				return (count != null) ? count.toString() : "";
			}));
		return table.toString();
	}

	private static List<String> titles(List<Outcome> outcomes) {
		return outcomes.stream().map((outcome) -> outcome.plan().topology().title()).toList();
	}

	/** The broken promises, with all that was said about those keys around that time. */
	public static String trace(Outcome outcome) {
		return "seed " + outcome.plan().seed() + ", histories in " + outcome.plan().folder() + "\n"
				+ outcome.verdict()
					.broken()
					.stream()
					.limit(5)
					.map((violation) -> violation + "\n" + around(outcome, violation))
					.collect(Collectors.joining("\n"));
	}

	private static String around(Outcome outcome, Violation violation) {
		long near = 3_000_000_000L;
		return outcome.events()
			.stream()
			.filter((event) -> Math.abs(event.at() - violation.at()) < near && (event.key().equals(violation.key())
					|| event.kind() == Kind.FAULT || event.kind() == Kind.PAUSED))
			.map((event) -> "  " + event)
			.collect(Collectors.joining("\n"));
	}

}
