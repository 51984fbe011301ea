package io.lockstarter.faults.check;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/** Holds a history, with its events combined into holds. */
final class CheckInput {

	private final List<Event> events;

	private final Promises promised;

	private final Map<String, List<Hold>> holds;

	CheckInput(List<Event> events, Promises promised) {
		this.events = events;
		this.promised = promised;
		this.holds = holds(events).values()
			.stream()
			.sorted(Comparator.comparingLong((Hold hold) -> hold.acquired().at()))
			.collect(Collectors.groupingBy(Hold::key, TreeMap::new, Collectors.toList()));
	}

	private static Map<String, Hold> holds(List<Event> events) {
		Map<String, Event> requested = new HashMap<>();
		Map<String, Hold> holds = new LinkedHashMap<>();
		for (Event event : events) {
			switch (event.kind()) {
				case REQUESTED -> requested.put(event.hold(), event);
				case ACQUIRED -> holds.put(event.hold(),
						new Hold(requested.getOrDefault(event.hold(), event), event, Long.MIN_VALUE, null, null));
				// Other threads record these events, so they may come before the others.
				case HELD -> update(holds, event, (hold) -> hold.heldAt(event.at()));
				case FOUND_LOST -> update(holds, event, (hold) -> hold.foundLostBy(event));
				case NOTIFIED -> update(holds, event, (hold) -> hold.notifiedBy(event));
				default -> {
				}
			}
		}
		return holds;
	}

	private static void update(Map<String, Hold> holds, Event event, UnaryOperator<Hold> change) {
		holds.computeIfPresent(event.hold(), (id, hold) -> change.apply(hold));
	}

	Promises promised() {
		return this.promised;
	}

	/** Returns the holds of each key in the order of acquisition. */
	Map<String, List<Hold>> holds() {
		return this.holds;
	}

	/** Returns the events of these kinds, ordered by time. */
	Stream<Event> events(Kind... kinds) {
		List<Kind> selected = List.of(kinds);
		return this.events.stream().filter((event) -> selected.contains(event.kind()));
	}

}
