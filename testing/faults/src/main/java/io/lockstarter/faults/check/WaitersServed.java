package io.lockstarter.faults.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/**
 * Checks (g): no thread hangs, and every request after the last fault acquires its lock.
 */
final class WaitersServed implements Check {

	@Override
	public List<Violation> check(CheckInput input) {
		List<Violation> violations = new ArrayList<>();
		input.events(Kind.STUCK)
			.forEach(
					(event) -> violations.add(violation(event, event.hold() + " did not end: " + event.text("where"))));
		Set<String> acquired = input.events(Kind.ACQUIRED)
			.map(Event::hold)
			.collect(Collectors.toCollection(HashSet::new));
		input.events(Kind.REQUESTED)
			.filter((event) -> event.is("last") && !acquired.contains(event.hold()))
			.forEach((event) -> violations.add(violation(event, event.hold() + " did not acquire the lock")));
		return violations;
	}

	private static Violation violation(Event event, String text) {
		return new Violation(Invariant.ALL_SERVED, event.at(), event.key(), text);
	}

}
