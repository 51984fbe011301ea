package io.lockstarter.faults.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/** Collects all updates of the counters in the order of their start. */
final class Updates {

	/** A killed client ends within this time after its last event. */
	private static final long KILL_TIME = Duration.ofSeconds(1).toNanos();

	private Updates() {
	}

	static Map<String, List<Update>> byKey(CheckInput input) {
		Map<String, Event> started = new HashMap<>();
		List<Update> updates = new ArrayList<>();
		input.events(Kind.UPDATING, Kind.UPDATED, Kind.COUNTER_AT_END).forEach((event) -> {
			switch (event.kind()) {
				case UPDATING -> started.put(event.hold(), event);
				case UPDATED -> {
					Event start = started.remove(event.hold());
					updates.add(new Update(event.key(), event.hold(), (start != null) ? start.at() : event.at(),
							event.at(), event.number("read"), event.is("held")));
				}
				default -> updates
					.add(new Update(event.key(), event.hold(), event.at(), event.at(), event.number("read"), true));
			}
		});
		Map<String, Long> lastEvents = lastEvents(input);
		started.values()
			.forEach((start) -> updates.add(new Update(start.key(), start.hold(), start.at(),
					lastEvents.getOrDefault(start.client(), start.at()) + KILL_TIME, 0, false)));
		updates.sort(Comparator.comparingLong(Update::from));
		return updates.stream().collect(Collectors.groupingBy(Update::key, TreeMap::new, Collectors.toList()));
	}

	private static Map<String, Long> lastEvents(CheckInput input) {
		return input.events(Kind.values()).collect(Collectors.toMap(Event::client, Event::at, Math::max));
	}

}
