package io.lockstarter.faults.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/**
 * Checks (l): the call returns within its wait time plus one command time-out, plus the
 * time for which it may wait for a connection that is being opened. The time for which
 * the machine did not let the client run does not count.
 */
final class WaitBound implements Check {

	/**
	 * Covers delays that are too short for the heartbeat, on several threads in a row.
	 */
	private static final long TOLERANCE = Duration.ofMillis(500).toNanos();

	@Override
	public List<Violation> check(CheckInput input) {
		List<Violation> violations = new ArrayList<>();
		Map<String, Event> waiting = new HashMap<>();
		Delays delays = new Delays(input);
		input.events(Kind.REQUESTED, Kind.ACQUIRED, Kind.BUSY, Kind.FAILED, Kind.GAVE_UP, Kind.CANCELED)
			.forEach((event) -> {
				if (event.kind() == Kind.REQUESTED) {
					waiting.put(event.hold(), event);
					return;
				}
				Event requested = waiting.remove(event.hold());
				if (requested != null && requested.number("bound") > 0) {
					long waited = event.at() - requested.at() - delays.of(event.client(), requested.at(), event.at());
					long bound = Duration.ofMillis(requested.number("bound")).toNanos();
					if (waited > bound + TOLERANCE) {
						violations.add(new Violation(Invariant.WAIT_BOUNDED, event.at(), event.key(),
								event.hold() + " waited for " + Duration.ofNanos(waited).toMillis()
										+ " ms, but the limit is " + requested.number("bound") + " ms (" + event.kind()
										+ ")"));
					}
				}
			});
		return violations;
	}

}
