package io.lockstarter.faults.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/** (g): nobody hangs, and who asks after all faults are over gets it. */
final class Served implements Check {

	@Override
	public List<Violation> of(Evidence evidence) {
		List<Violation> violations = new ArrayList<>();
		evidence.events(Kind.STUCK)
			.forEach((event) -> violations
				.add(violation(event, event.hold() + " did not come back: " + event.text("where"))));
		Set<String> got = evidence.events(Kind.GOT).map(Event::hold).collect(Collectors.toCollection(HashSet::new));
		evidence.events(Kind.ASKED)
			.filter((event) -> event.is("last") && !got.contains(event.hold()))
			.forEach((event) -> violations.add(violation(event, event.hold() + " was not served")));
		return violations;
	}

	private static Violation violation(Event event, String text) {
		return new Violation(Invariant.ALL_SERVED, event.at(), event.key(), text);
	}

}
