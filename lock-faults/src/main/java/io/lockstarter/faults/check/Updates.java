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

/** All updates of the counters, in the order in which they began. */
final class Updates {

	/** A client that says no more has been killed within this time. */
	private static final long DEATH = Duration.ofSeconds(1).toNanos();

	private Updates() {
	}

	static Map<String, List<Update>> byKey(Evidence evidence) {
		Map<String, Event> begun = new HashMap<>();
		List<Update> updates = new ArrayList<>();
		evidence.events(Kind.UPDATING, Kind.UPDATED, Kind.COUNTED).forEach((event) -> {
			switch (event.kind()) {
				case UPDATING -> begun.put(event.hold(), event);
				case UPDATED -> {
					Event start = begun.remove(event.hold());
					updates.add(new Update(event.key(), event.hold(), (start != null) ? start.at() : event.at(),
							event.at(), event.number("read"), event.is("held")));
				}
				default -> updates
					.add(new Update(event.key(), event.hold(), event.at(), event.at(), event.number("read"), true));
			}
		});
		Map<String, Long> lastWords = lastWords(evidence);
		begun.values()
			.forEach((start) -> updates.add(new Update(start.key(), start.hold(), start.at(),
					lastWords.getOrDefault(start.client(), start.at()) + DEATH, 0, false)));
		updates.sort(Comparator.comparingLong(Update::from));
		return updates.stream().collect(Collectors.groupingBy(Update::key, TreeMap::new, Collectors.toList()));
	}

	private static Map<String, Long> lastWords(Evidence evidence) {
		return evidence.events(Kind.values()).collect(Collectors.toMap(Event::client, Event::at, Math::max));
	}

}
