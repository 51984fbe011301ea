package io.lockstarter.faults.check;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Checks (a): no other caller acquired the key between the acquisition of a hold and its
 * last confirmation.
 */
final class Exclusion implements Check {

	@Override
	public List<Violation> check(CheckInput input) {
		List<Violation> violations = new ArrayList<>();
		input.holds().forEach((key, holds) -> {
			@Nullable Hold longest = null;
			for (Hold hold : holds) {
				if (!hold.wasValid()) {
					continue;
				}
				if (longest != null && hold.acquired().at() <= longest.heldUntil()) {
					violations.add(new Violation(Invariant.EXCLUSION, hold.acquired().at(), key,
							hold + " was valid at the same time as " + longest));
				}
				if (longest == null || hold.heldUntil() > longest.heldUntil()) {
					longest = hold;
				}
			}
		});
		return violations;
	}

}
