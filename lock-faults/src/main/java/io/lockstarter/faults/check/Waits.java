package io.lockstarter.faults.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/**
 * (l): a caller has its lock, or an answer, when its wait time and one command time-out
 * are over. The time for which the machine did not let the client run does not count.
 */
final class Waits implements Check {

	/**
	 * Covers delays that are too short for the heartbeat, on several threads in a row.
	 */
	private static final long AT_ONCE = Duration.ofMillis(500).toNanos();

	@Override
	public List<Violation> of(Evidence evidence) {
		List<Violation> violations = new ArrayList<>();
		Map<String, Event> waiting = new HashMap<>();
		Delays delays = new Delays(evidence);
		evidence.events(Kind.ASKED, Kind.GOT, Kind.BUSY, Kind.FAILED, Kind.GAVE_UP).forEach((event) -> {
			if (event.kind() == Kind.ASKED) {
				waiting.put(event.hold(), event);
				return;
			}
			Event asked = waiting.remove(event.hold());
			if (asked != null && asked.number("bound") > 0) {
				long waited = event.at() - asked.at() - delays.of(event.client(), asked.at(), event.at());
				long bound = Duration.ofMillis(asked.number("bound")).toNanos();
				if (waited > bound + AT_ONCE) {
					violations.add(new Violation(Invariant.WAIT_BOUNDED, event.at(), event.key(),
							event.hold() + " waited for " + Duration.ofNanos(waited).toMillis() + " ms, and not for "
									+ asked.number("bound") + " ms at the most (" + event.kind() + ")"));
				}
			}
		});
		return violations;
	}

}
