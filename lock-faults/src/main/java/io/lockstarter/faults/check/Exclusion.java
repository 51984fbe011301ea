package io.lockstarter.faults.check;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * (a): between the time at which a holder got it and the last at which it was said to be
 * held, nobody else got the key.
 */
final class Exclusion implements Check {

	@Override
	public List<Violation> of(Evidence evidence) {
		List<Violation> violations = new ArrayList<>();
		evidence.holds().forEach((key, holds) -> {
			@Nullable Hold longest = null;
			for (Hold hold : holds) {
				if (!hold.wasValid()) {
					continue;
				}
				if (longest != null && hold.got().at() <= longest.heldUntil()) {
					violations.add(new Violation(Invariant.EXCLUSION, hold.got().at(), key,
							hold + " was valid beside " + longest));
				}
				if (longest == null || hold.heldUntil() > longest.heldUntil()) {
					longest = hold;
				}
			}
		});
		return violations;
	}

}
