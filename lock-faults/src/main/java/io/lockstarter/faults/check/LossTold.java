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
 * (e): a holder that found its lock lost was notified, and before the next holder had the
 * lock. Where the lock server may forget a lock, its holder learns of it within a ttl.
 * The time for which the machine did not let the client run does not count.
 *
 * <p>
 * A hold that was acquired while two servers took themselves for the master says nothing
 * about the one before it: each of the two may be known to another server.
 */
final class LossTold implements Check {

	/**
	 * Covers delays that are too short for the heartbeat, on several threads in a row.
	 */
	private static final long AT_ONCE = Duration.ofMillis(500).toNanos();

	@Override
	public List<Violation> of(Evidence evidence) {
		Set<String> told = evidence.events(Kind.TOLD).map(Event::hold).collect(Collectors.toSet());
		// A client that was paused gives up a moment before its other threads go on.
		List<Violation> violations = new ArrayList<>(evidence.events(Kind.UNTOLD)
			.filter((event) -> !told.contains(event.hold()))
			.map((event) -> new Violation(Invariant.LOSS_TOLD, event.at(), event.key(),
					event.hold() + " was never told of its loss"))
			.toList());
		List<Event> splits = evidence.events(Kind.SPLIT).toList();
		Delays delays = new Delays(evidence);
		long grace = evidence.terms().exclusive() ? 0 : evidence.terms().ttl().toNanos();
		evidence.holds().forEach((key, holds) -> {
			for (int i = 0; i + 1 < holds.size(); i++) {
				Hold hold = holds.get(i);
				next(holds, i, splits).ifPresent((next) -> judge(hold, next.got().at() + grace, delays, violations));
			}
		});
		return violations;
	}

	private static void judge(Hold hold, long due, Delays delays, List<Violation> violations) {
		if (hold.heldUntil() > due + AT_ONCE) {
			violations.add(new Violation(Invariant.LOSS_TOLD, hold.heldUntil(), hold.key(),
					hold + " was taken for held long after another had it"));
		}
		Event told = hold.told();
		if (told == null) {
			return;
		}
		long delay = delays.of(told.client(), due, told.at());
		if (told.at() - due - delay > AT_ONCE) {
			violations.add(new Violation(Invariant.LOSS_TOLD, told.at(), hold.key(),
					hold + " was told of its loss " + millis(told.at() - due)
							+ " ms after it was due; its client did not run for " + millis(delay) + " ms of that"));
		}
	}

	/** The next hold that was valid, and given by the only master that there was. */
	private static Optional<Hold> next(List<Hold> holds, int index, List<Event> splits) {
		return holds.stream()
			.skip(index + 1L)
			.filter((hold) -> hold.wasValid() && splits.stream().noneMatch((split) -> overlaps(hold, split)))
			.findFirst();
	}

	private static boolean overlaps(Hold hold, Event split) {
		return hold.asked().at() <= split.at() && hold.got().at() >= split.number("from");
	}

	private static long millis(long nanos) {
		return Duration.ofNanos(nanos).toMillis();
	}

}
