package io.lockstarter.faults.check;

import java.util.List;

import io.lockstarter.faults.history.Event;

/** Checks a history against all invariants. */
public final class Checker {

	private static final List<Check> CHECKS = List.of(new Exclusion(), new FenceOrder(), new FencedWrites(),
			new Leftovers(), new LossNotification(), new WaitersServed(), new NoFalseSuccess(), new CounterValue(),
			new ForeignValues(), new InterruptHandling(), new WaitBound());

	private Checker() {
	}

	/**
	 * Checks a history. The run may still be in progress.
	 * @param events the events, ordered by time
	 * @param promised the promises that hold for this history
	 * @return the violations
	 */
	public static CheckResult check(List<Event> events, Promises promised) {
		CheckInput input = new CheckInput(events, promised);
		return new CheckResult(CHECKS.stream().flatMap((check) -> check.check(input).stream()).toList(), promised);
	}

}
