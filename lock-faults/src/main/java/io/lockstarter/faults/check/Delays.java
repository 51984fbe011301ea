package io.lockstarter.faults.check;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/**
 * The time for which the machine did not let a client run, as the client's heartbeat has
 * measured it. What takes longer than that is the fault of the locks.
 */
final class Delays {

	private final Map<String, List<Event>> pauses;

	Delays(Evidence evidence) {
		this.pauses = evidence.events(Kind.PAUSED).collect(Collectors.groupingBy(Event::client));
	}

	/**
	 * Returns how much of a time a client has lost.
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
