package io.lockstarter.faults.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * (b): whoever asked after another had got it has a higher number; and where locks
 * exclude each other, whoever got a valid hold later has a higher number.
 */
final class FenceOrder implements Check {

	@Override
	public List<Violation> of(Evidence evidence) {
		List<Violation> violations = new ArrayList<>();
		evidence.holds().values().forEach((holds) -> {
			List<Hold> fenced = holds.stream().filter((hold) -> hold.fence() != 0).toList();
			if (evidence.terms().exclusive()) {
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

	/** The highest number that was given before a request is the one to beat. */
	private static void byRequest(List<Hold> holds, List<Violation> violations) {
		List<Hold> asked = new ArrayList<>(holds);
		asked.sort(Comparator.comparingLong((hold) -> hold.asked().at()));
		int given = 0;
		Hold highest = null;
		for (Hold hold : asked) {
			for (; given < holds.size() && holds.get(given).got().at() < hold.asked().at(); given++) {
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
			violations.add(new Violation(Invariant.FENCE_RISES, later.got().at(), later.key(),
					later + " has number " + later.fence() + ", and " + earlier + " before it has " + earlier.fence()));
		}
	}

}
