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
 * Checks (c): the accepted numbers rise, and every reply of the resource to a writer is
 * true. If locks exclude each other, the resource rejected no write of a current holder.
 */
final class FencedWrites implements Check {

	@Override
	public List<Violation> check(CheckInput input) {
		List<Violation> violations = new ArrayList<>();
		Map<String, Long> highest = new HashMap<>();
		Set<String> accepted = new HashSet<>();
		input.events(Kind.ACCEPTED).forEach((event) -> {
			accepted.add(event.hold());
			Long before = highest.put(event.key(), event.number("fence"));
			if (before != null && before >= event.number("fence")) {
				violations.add(violation(event,
						"a write with number " + event.number("fence") + " was accepted after one with " + before));
			}
		});
		input.events(Kind.WRITTEN).forEach((event) -> {
			if (event.is("accepted") && !accepted.contains(event.hold())) {
				violations.add(violation(event,
						event.hold() + " received 'accepted', but the resource did not accept its write"));
			}
			if (input.promised().exclusive() && !event.is("accepted") && event.is("held")) {
				violations.add(violation(event, event.hold() + " held the lock, but its write was rejected"));
			}
		});
		if (input.promised().stale() && input.events(Kind.STALE).findAny().isEmpty()) {
			violations.add(new Violation(Invariant.FENCED_WRITES, 0, Event.NONE,
					"no stale write was rejected, so this run proves nothing"));
		}
		return violations;
	}

	private static Violation violation(Event event, String text) {
		return new Violation(Invariant.FENCED_WRITES, event.at(), event.key(), text);
	}

}
