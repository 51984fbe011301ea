package io.lockstarter.faults.check;

import java.util.ArrayList;
import java.util.List;

/**
 * (i): each valid hold finds the counter as the one before it has left it, the first
 * finds zero, and at the end it is as the last has left it. Where a hold was not valid
 * any more when it had written, the count begins anew: no lock can undo that.
 */
final class Counter implements Check {

	@Override
	public List<Violation> of(Evidence evidence) {
		List<Violation> violations = new ArrayList<>();
		Updates.byKey(evidence).forEach((key, updates) -> {
			List<Update> invalid = updates.stream().filter((update) -> !update.valid()).toList();
			Update before = new Update(key, "the start", Long.MIN_VALUE, Long.MIN_VALUE, -1, true);
			for (Update update : updates) {
				if (!update.valid()) {
					continue;
				}
				long from = before.from();
				boolean certain = invalid.stream().noneMatch((other) -> other.touches(from, update.to()));
				if (certain && update.read() != before.read() + 1) {
					violations.add(new Violation(Invariant.COUNTER, update.to(), key, update.hold() + " found "
							+ update.read() + " where " + before.hold() + " had left " + (before.read() + 1)));
				}
				before = update;
			}
		});
		return violations;
	}

}
