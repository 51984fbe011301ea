package io.lockstarter.faults.check;

import java.util.List;

import io.lockstarter.faults.history.Kind;

/**
 * Checks (d) and (f): keys, threads, subscriptions and connections that are left after
 * the end.
 */
final class Leftovers implements Check {

	@Override
	public List<Violation> check(CheckInput input) {
		return input.events(Kind.LEFTOVER).map((event) -> {
			boolean key = event.text("what").equals("key");
			return new Violation(key ? Invariant.NO_KEY_LEFT : Invariant.NOTHING_LEFT, event.at(), event.key(),
					event.hold() + ": " + event.text("what") + " " + event.text("name"));
		}).toList();
	}

}
