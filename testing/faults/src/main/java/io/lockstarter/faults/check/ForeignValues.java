package io.lockstarter.faults.check;

import java.util.List;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/**
 * Checks (j): the owner of a foreign value finds it unchanged. If the lock server may
 * lose a lock, the owner may find no value or that of another owner. It never finds its
 * own value with something appended.
 */
final class ForeignValues implements Check {

	@Override
	public List<Violation> check(CheckInput input) {
		return input.events(Kind.FOREIGN)
			.filter((event) -> isModified(event, input.promised().exclusive()))
			.map((event) -> new Violation(Invariant.FOREIGN_KEPT, event.at(), event.key(),
					event.hold() + " had set " + event.text("value") + " and found " + event.text("found")))
			.toList();
	}

	private static boolean isModified(Event event, boolean exclusive) {
		String value = event.text("value");
		String found = event.text("found");
		return !found.equals(value) && (exclusive || found.contains(value));
	}

}
