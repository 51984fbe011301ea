package io.lockstarter.faults.check;

import java.util.List;

import io.lockstarter.faults.history.Kind;

/**
 * (h): whoever says that it holds a lock has it in the lock server. Asked on a connection
 * that has no faults, between two times at which the lock was said to be held.
 */
final class NoGuess implements Check {

	@Override
	public List<Violation> of(Evidence evidence) {
		return evidence.events(Kind.PROBED)
			.filter((event) -> !event.is("mine"))
			.map((event) -> new Violation(Invariant.NO_GUESS, event.at(), event.key(),
					event.hold() + " says that it holds the lock, and the server has " + event.text("value")))
			.toList();
	}

}
