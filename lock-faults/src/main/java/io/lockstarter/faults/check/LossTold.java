package io.lockstarter.faults.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/**
 * (e): who found that the lock was not held any more was told so, and before the next
 * holder had it; or at once after a time in which the client's threads did not run. Where
 * the lock server may forget a lock, its holder learns of it within a ttl; within two if
 * a server that is not the master any more still answers.
 */
final class LossTold implements Check {

	/** What a machine with more to do than it can takes for "at once". */
	private static final long AT_ONCE = Duration.ofMillis(500).toNanos();

	@Override
	public List<Violation> of(Evidence evidence) {
		List<Violation> violations = new ArrayList<>(evidence.events(Kind.UNTOLD)
			.map((event) -> new Violation(Invariant.LOSS_TOLD, event.at(), event.key(),
					event.hold() + " was never told of its loss"))
			.toList());
		var pauses = evidence.events(Kind.PAUSED).collect(Collectors.groupingBy(Event::client));
		long grace = AT_ONCE + (evidence.terms().exclusive() ? 0 : evidence.terms().ttl().toNanos());
		evidence.holds().forEach((key, holds) -> {
			for (int i = 0; i + 1 < holds.size(); i++) {
				Hold hold = holds.get(i);
				long due = Math.max(nextValid(holds, i), hold.got().at()) + grace;
				if (hold.heldUntil() > due + evidence.terms().ttl().toNanos()) {
					violations.add(new Violation(Invariant.LOSS_TOLD, hold.heldUntil(), key,
							hold + " was taken for held long after another had it"));
				}
				Event told = hold.told();
				if (told == null) {
					continue;
				}
				if (told.at() > due && !pausedUntil(pauses.getOrDefault(told.client(), List.of()), due, told.at())) {
					violations.add(new Violation(Invariant.LOSS_TOLD, told.at(), key, hold + " was told of its loss "
							+ Duration.ofNanos(told.at() - due).toMillis() + " ms after it was due"));
				}
			}
		});
		return violations;
	}

	/** When somebody got it after this one, with a hold that was valid. */
	private static long nextValid(List<Hold> holds, int index) {
		return holds.stream()
			.skip(index + 1L)
			.filter(Hold::wasValid)
			.mapToLong((hold) -> hold.got().at())
			.findFirst()
			.orElse(Long.MAX_VALUE - AT_ONCE - Duration.ofHours(1).toNanos());
	}

	private static boolean pausedUntil(List<Event> pauses, long due, long told) {
		return pauses.stream().anyMatch((pause) -> pause.at() + AT_ONCE >= told && pause.number("from") <= due)
				|| paused(pauses, due, told) >= told - due;
	}

	private static long paused(List<Event> pauses, long from, long to) {
		return pauses.stream()
			.mapToLong((pause) -> Math.max(0, Math.min(to, pause.at()) - Math.max(from, pause.number("from"))))
			.sum();
	}

}
