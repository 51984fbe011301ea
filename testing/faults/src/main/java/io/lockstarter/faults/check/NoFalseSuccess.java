package io.lockstarter.faults.check;

import java.util.List;

import io.lockstarter.faults.history.Kind;

/**
 * Checks (h): the token of a holder is in the lock server. The holder reads it on a
 * connection without faults, between two times at which {@code isHeld} returned true.
 */
final class NoFalseSuccess implements Check {

	@Override
	public List<Violation> check(CheckInput input) {
		return input.events(Kind.PROBED)
			.filter((event) -> !event.is("mine"))
			.map((event) -> new Violation(Invariant.NO_FALSE_SUCCESS, event.at(), event.key(),
					event.hold() + " reports that it holds the lock, but the server has " + event.text("value")))
			.toList();
	}

}
