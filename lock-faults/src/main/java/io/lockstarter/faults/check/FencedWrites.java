package io.lockstarter.faults.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/**
 * (c): what the resource accepted only rises, what it told its writers is what it did,
 * and, where locks exclude each other, it refused nobody who still held the lock.
 */
final class FencedWrites implements Check {

	@Override
	public List<Violation> of(Evidence evidence) {
		List<Violation> violations = new ArrayList<>();
		Map<String, Long> highest = new HashMap<>();
		Set<String> accepted = new HashSet<>();
		evidence.events(Kind.ACCEPTED).forEach((event) -> {
			accepted.add(event.hold());
			Long before = highest.put(event.key(), event.number("fence"));
			if (before != null && before >= event.number("fence")) {
				violations.add(violation(event,
						"a write with number " + event.number("fence") + " was accepted after one with " + before));
			}
		});
		evidence.events(Kind.WRITTEN).forEach((event) -> {
			if (event.is("accepted") && !accepted.contains(event.hold())) {
				violations.add(violation(event, event.hold() + " was told that its write was accepted"));
			}
			if (evidence.terms().exclusive() && !event.is("accepted") && event.is("held")) {
				violations.add(violation(event, event.hold() + " held the lock, and its write was refused"));
			}
		});
		if (evidence.terms().stale() && evidence.events(Kind.STALE).findAny().isEmpty()) {
			violations.add(
					new Violation(Invariant.FENCED_WRITES, 0, Event.NONE, "no stale write was made: nothing is shown"));
		}
		return violations;
	}

	private static Violation violation(Event event, String text) {
		return new Violation(Invariant.FENCED_WRITES, event.at(), event.key(), text);
	}

}
