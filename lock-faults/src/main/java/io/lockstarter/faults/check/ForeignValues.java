package io.lockstarter.faults.check;

import java.util.List;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/**
 * (j): the owner of a value that is not ours finds it as it has left it. Where the lock
 * server may forget a lock, it may find none, or that of another; but never its own with
 * something added.
 */
final class ForeignValues implements Check {

	@Override
	public List<Violation> of(Evidence evidence) {
		return evidence.events(Kind.FOREIGN)
			.filter((event) -> isModified(event, evidence.terms().exclusive()))
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
