package io.lockstarter.faults.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Checks (b): a request that was sent after an acquisition has a higher number. If locks
 * exclude each other, a later valid hold also has a higher number than an earlier one.
 */
final class FenceOrder implements Check {

	@Override
	public List<Violation> check(CheckInput input) {
		List<Violation> violations = new ArrayList<>();
		input.holds().values().forEach((holds) -> {
			List<Hold> fenced = holds.stream().filter((hold) -> hold.fence() != 0).toList();
			if (input.promised().exclusive()) {
				byReturn(fenced.stream().filter(Hold::wasValid).toList(), violations);
			}
			byRequest(fenced, violations);
		});
		return violations;
	}

	private static void byReturn(List<Hold> holds, List<Violation> violations) {
		for (int i = 1; i < holds.size(); i++) {
			compare(holds.get(i - 1), holds.get(i), violations);
		}
	}

	/**
	 * Compares each hold with the highest number that was returned before its request.
	 */
	private static void byRequest(List<Hold> holds, List<Violation> violations) {
		List<Hold> requested = new ArrayList<>(holds);
		requested.sort(Comparator.comparingLong((hold) -> hold.requested().at()));
		int given = 0;
		Hold highest = null;
		for (Hold hold : requested) {
			for (; given < holds.size() && holds.get(given).acquired().at() < hold.requested().at(); given++) {
				Hold other = holds.get(given);
				highest = (highest == null || other.fence() > highest.fence()) ? other : highest;
			}
			if (highest != null) {
				compare(highest, hold, violations);
			}
		}
	}

	private static void compare(Hold earlier, Hold later, List<Violation> violations) {
		if (later.fence() <= earlier.fence()) {
			violations.add(new Violation(Invariant.FENCE_RISES, later.acquired().at(), later.key(), later
					+ " has number " + later.fence() + ", but the earlier " + earlier + " has " + earlier.fence()));
		}
	}

}
