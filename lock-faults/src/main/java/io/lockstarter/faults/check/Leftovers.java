package io.lockstarter.faults.check;

import java.util.List;

import io.lockstarter.faults.history.Kind;

/** (d) and (f): what the driver and the clients found when all was over. */
final class Leftovers implements Check {

	@Override
	public List<Violation> of(Evidence evidence) {
		return evidence.events(Kind.LEFTOVER).map((event) -> {
			boolean key = event.text("what").equals("key");
			return new Violation(key ? Invariant.NO_KEY_LEFT : Invariant.NOTHING_LEFT, event.at(), event.key(),
					event.hold() + ": " + event.text("what") + " " + event.text("name"));
		}).toList();
	}

}
