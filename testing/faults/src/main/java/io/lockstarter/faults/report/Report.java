package io.lockstarter.faults.report;

import java.util.List;
import java.util.stream.Collectors;

import io.lockstarter.faults.check.Invariant;
import io.lockstarter.faults.check.Violation;
import io.lockstarter.faults.drive.RunResult;
import io.lockstarter.faults.history.Kind;

/** Writes the figures as Markdown, and the events around each broken promise. */
public final class Report {

	private Report() {
	}

	/** The figures, a column for each topology. */
	public static String table(List<RunResult> results) {
		Table table = new Table(titles(results));
		table.row("seed", results, (result) -> Long.toString(result.plan().seed()));
		table.row("duration in seconds, with start and end", results,
				(result) -> Long.toString(result.nanos() / 1_000_000_000));
		table.row("faults", results, (result) -> Long.toString(result.count(Kind.FAULT)));
		table.row("longest scheduling delay of a client, ms", results, Report::longestDelay);
		table.row("acquisitions", results, (result) -> Long.toString(result.count(Kind.ACQUIRED)));
		table.row("attempts that found the lock busy", results, (result) -> Long.toString(result.count(Kind.BUSY)));
		table.row("waits ended by an interrupt", results, (result) -> Long.toString(result.count(Kind.GAVE_UP)));
		table.row("requests canceled by the caller", results, (result) -> Long.toString(result.count(Kind.CANCELED)));
		table.row("foreign values checked", results, (result) -> Long.toString(result.count(Kind.FOREIGN)));
		table.row("ambiguous: acquisitions that failed with a server error", results,
				(result) -> Long.toString(result.count(Kind.FAILED)));
		table.row("ambiguous: releases that were not confirmed", results,
				(result) -> Long.toString(result.count(Kind.UNCONFIRMED)));
		table.row("ambiguous: commands applied whose reply was lost", results,
				(result) -> Long.toString(result.lostReplies()));
		table.row("losses reported to the holder", results, (result) -> Long.toString(result.count(Kind.NOTIFIED)));
		table.row("fenced writes accepted", results, (result) -> Long.toString(result.count(Kind.ACCEPTED)));
		table.row("**stale writes rejected**", results, (result) -> Long.toString(result.count(Kind.STALE)));
		for (Invariant invariant : Invariant.values()) {
			table.row("violations of (" + invariant.letter() + ")", results, (result) -> violations(result, invariant));
		}
		return table.toString();
	}

	/** Ignores delays of a ttl or longer: the test driver caused them on purpose. */
	private static String longestDelay(RunResult result) {
		long ttl = result.plan().ttl().toNanos();
		return Long.toString(result.events()
			.stream()
			.filter((event) -> event.kind() == Kind.PAUSED)
			.mapToLong((event) -> event.at() - event.number("from"))
			.filter((nanos) -> nanos < ttl)
			.max()
			.orElse(0) / 1_000_000);
	}

	private static String violations(RunResult result, Invariant invariant) {
		int count = result.checkResult().of(invariant).size();
		return result.checkResult().promises(invariant) ? "**" + count + "**" : count + " (not promised)";
	}

	/** Returns how often each fault was injected. */
	public static String faults(List<RunResult> results) {
		Table table = new Table(titles(results));
		results.stream()
			.flatMap((result) -> result.faults().keySet().stream())
			.distinct()
			.sorted()
			.forEach((fault) -> table.row(fault, results, (result) -> {
				Long count = result.faults().get(fault);
				return (count != null) ? count.toString() : "";
			}));
		return table.toString();
	}

	private static List<String> titles(List<RunResult> results) {
		return results.stream().map((result) -> result.plan().topology().title()).toList();
	}

	/** Returns the broken promises, with all events of their keys around that time. */
	public static String trace(RunResult result) {
		return "seed " + result.plan().seed() + ", histories in " + result.plan().folder() + "\n"
				+ result.checkResult()
					.broken()
					.stream()
					.limit(5)
					.map((violation) -> violation + "\n" + around(result, violation))
					.collect(Collectors.joining("\n"));
	}

	private static String around(RunResult result, Violation violation) {
		long near = 3_000_000_000L;
		return result.events()
			.stream()
			.filter((event) -> Math.abs(event.at() - violation.at()) < near && (event.key().equals(violation.key())
					|| event.kind() == Kind.FAULT || event.kind() == Kind.PAUSED))
			.map((event) -> "  " + event)
			.collect(Collectors.joining("\n"));
	}

}
