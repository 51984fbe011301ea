package io.lockstarter.faults.check;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks (i): each valid hold reads the value that the hold before it has written. The
 * first hold reads zero, and the value at the end is that of the last hold. If a hold was
 * not valid any more when it wrote, the count restarts: no lock can undo that write.
 */
final class CounterValue implements Check {

	@Override
	public List<Violation> check(CheckInput input) {
		List<Violation> violations = new ArrayList<>();
		Updates.byKey(input).forEach((key, updates) -> {
			List<Update> invalid = updates.stream().filter((update) -> !update.valid()).toList();
			Update before = new Update(key, "the start", Long.MIN_VALUE, Long.MIN_VALUE, -1, true);
			for (Update update : updates) {
				if (!update.valid()) {
					continue;
				}
				long from = before.from();
				boolean certain = invalid.stream().noneMatch((other) -> other.touches(from, update.to()));
				if (certain && update.read() != before.read() + 1) {
					violations.add(new Violation(Invariant.COUNTER, update.to(), key, update.hold() + " read "
							+ update.read() + ", but " + before.hold() + " had written " + (before.read() + 1)));
				}
				before = update;
			}
		});
		return violations;
	}

}
