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

/** A history with its events put together into holds. */
final class Evidence {

	private final List<Event> events;

	private final Terms terms;

	private final Map<String, List<Hold>> holds;

	Evidence(List<Event> events, Terms terms) {
		this.events = events;
		this.terms = terms;
		this.holds = holds(events).values()
			.stream()
			.sorted(Comparator.comparingLong((Hold hold) -> hold.got().at()))
			.collect(Collectors.groupingBy(Hold::key, TreeMap::new, Collectors.toList()));
	}

	private static Map<String, Hold> holds(List<Event> events) {
		Map<String, Event> asked = new HashMap<>();
		Map<String, Hold> holds = new LinkedHashMap<>();
		for (Event event : events) {
			switch (event.kind()) {
				case ASKED -> asked.put(event.hold(), event);
				case GOT -> holds.put(event.hold(),
						new Hold(asked.getOrDefault(event.hold(), event), event, Long.MIN_VALUE, null, null));
				// Logged by threads of their own, so that they may come before the rest.
				case HELD -> update(holds, event, (hold) -> hold.heldAt(event.at()));
				case LAPSED -> update(holds, event, (hold) -> hold.lapsedBy(event));
				case TOLD -> update(holds, event, (hold) -> hold.toldBy(event));
				default -> {
				}
			}
		}
		return holds;
	}

	private static void update(Map<String, Hold> holds, Event event, UnaryOperator<Hold> change) {
		holds.computeIfPresent(event.hold(), (id, hold) -> change.apply(hold));
	}

	Terms terms() {
		return this.terms;
	}

	/** The holds of each key, in the order in which their holders got them. */
	Map<String, List<Hold>> holds() {
		return this.holds;
	}

	/** The events of these kinds, by time. */
	Stream<Event> events(Kind... kinds) {
		List<Kind> wanted = List.of(kinds);
		return this.events.stream().filter((event) -> wanted.contains(event.kind()));
	}

}
