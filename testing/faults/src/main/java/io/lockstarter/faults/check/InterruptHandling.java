package io.lockstarter.faults.check;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/**
 * Checks (k): a caller gives up waiting only if its own thread was interrupted. An
 * interrupt is never reported as a failure of the lock server, neither to that caller nor
 * to another, and the thread keeps its interrupt flag.
 */
final class InterruptHandling implements Check {

	@Override
	public List<Violation> check(CheckInput input) {
		List<Violation> violations = new ArrayList<>();
		input.events(Kind.GAVE_UP, Kind.FAILED, Kind.BUSY, Kind.CANCELED, Kind.ENDED).forEach((event) -> {
			boolean interrupted = event.is("interrupted");
			if (event.kind() == Kind.GAVE_UP && !interrupted) {
				violations.add(violation(event, "gave up, but its thread was not interrupted"));
			}
			if (event.is("interrupt")) {
				violations.add(violation(event, "failed because " + (interrupted ? "it" : "another thread")
						+ " was interrupted: " + event.text("why")));
			}
			if (interrupted && !event.is("flag")) {
				violations.add(violation(event, "was interrupted, but the interrupt flag of its thread is cleared"));
			}
			if (!interrupted && event.is("flag")) {
				violations.add(violation(event, "was not interrupted, but the interrupt flag of its thread is set"));
			}
		});
		return violations;
	}

	private static Violation violation(Event event, String text) {
		return new Violation(Invariant.INTERRUPT_KEPT, event.at(), event.key(), event.hold() + " " + text);
	}

}
