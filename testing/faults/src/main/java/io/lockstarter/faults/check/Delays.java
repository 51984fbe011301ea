package io.lockstarter.faults.check;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/**
 * Holds the times for which the machine did not let a client run. The heartbeat of the
 * client has measured them. The locks are responsible only for the rest of a delay.
 */
final class Delays {

	private final Map<String, List<Event>> pauses;

	Delays(CheckInput input) {
		this.pauses = input.events(Kind.PAUSED).collect(Collectors.groupingBy(Event::client));
	}

	/**
	 * Returns for how long a client did not run within a time.
	 * @param client the client
	 * @param from the start of the time
	 * @param to its end
	 * @return nanoseconds, no more than the whole time
	 */
	long of(String client, long from, long to) {
		return this.pauses.getOrDefault(client, List.of())
			.stream()
			.mapToLong((pause) -> Math.max(0, Math.min(to, pause.at()) - Math.max(from, pause.number("from"))))
			.sum();
	}

}
