package io.lockstarter.faults.check;

import java.util.List;

import io.lockstarter.faults.history.Event;

/** Checks a history against all invariants. */
public final class Checker {

	private static final List<Check> CHECKS = List.of(new Exclusion(), new FenceOrder(), new FencedWrites(),
			new Leftovers(), new LossTold(), new Served(), new NoGuess(), new Counter(), new ForeignValues(),
			new Interrupted(), new Waits());

	private Checker() {
	}

	/**
	 * Checks a history, also one that is not at its end yet.
	 * @param events the events, by time
	 * @param terms what is promised
	 * @return what was found
	 */
	public static Verdict check(List<Event> events, Terms terms) {
		Evidence evidence = new Evidence(events, terms);
		return new Verdict(CHECKS.stream().flatMap((check) -> check.of(evidence).stream()).toList(), terms);
	}

}
