package io.lockstarter.faults.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/**
 * Checks (e): a holder that lost its lock was notified before the next holder had the
 * lock. If the lock server may lose a lock, the holder is notified within a ttl. The time
 * for which the machine did not let the client run does not count.
 *
 * <p>
 * A hold that was acquired during a split brain is skipped: each of the two masters may
 * know only one of the two holds.
 */
final class LossNotification implements Check {

	/**
	 * Covers delays that are too short for the heartbeat, on several threads in a row.
	 */
	private static final long TOLERANCE = Duration.ofMillis(500).toNanos();

	@Override
	public List<Violation> check(CheckInput input) {
		Set<String> notified = input.events(Kind.NOTIFIED).map(Event::hold).collect(Collectors.toSet());
		// After a pause, one thread may record this before another records the
		// notification.
		List<Violation> violations = new ArrayList<>(input.events(Kind.NOT_NOTIFIED)
			.filter((event) -> !notified.contains(event.hold()))
			.map((event) -> new Violation(Invariant.LOSS_NOTIFIED, event.at(), event.key(),
					event.hold() + " was never notified of its loss"))
			.toList());
		List<Event> splits = input.events(Kind.SPLIT).toList();
		Delays delays = new Delays(input);
		long grace = input.promised().exclusive() ? 0 : input.promised().ttl().toNanos();
		input.holds().forEach((key, holds) -> {
			for (int i = 0; i + 1 < holds.size(); i++) {
				Hold hold = holds.get(i);
				next(holds, i, splits)
					.ifPresent((next) -> check(hold, next.acquired().at() + grace, delays, violations));
			}
		});
		return violations;
	}

	private static void check(Hold hold, long due, Delays delays, List<Violation> violations) {
		if (hold.heldUntil() > due + TOLERANCE) {
			violations.add(new Violation(Invariant.LOSS_NOTIFIED, hold.heldUntil(), hold.key(),
					hold + " reported that it was held long after the next acquisition"));
		}
		Event notified = hold.notified();
		if (notified == null) {
			return;
		}
		long delay = delays.of(notified.client(), due, notified.at());
		if (notified.at() - due - delay > TOLERANCE) {
			violations.add(new Violation(Invariant.LOSS_NOTIFIED, notified.at(), hold.key(),
					hold + " was notified of its loss " + millis(notified.at() - due)
							+ " ms after it was due; its client did not run for " + millis(delay) + " ms of that"));
		}
	}

	/** Returns the next valid hold that was not acquired during a split brain. */
	private static Optional<Hold> next(List<Hold> holds, int index, List<Event> splits) {
		return holds.stream()
			.skip(index + 1L)
			.filter((hold) -> hold.wasValid() && splits.stream().noneMatch((split) -> overlaps(hold, split)))
			.findFirst();
	}

	private static boolean overlaps(Hold hold, Event split) {
		return hold.requested().at() <= split.at() && hold.acquired().at() >= split.number("from");
	}

	private static long millis(long nanos) {
		return Duration.ofNanos(nanos).toMillis();
	}

}
