package io.lockstarter.faults.drive;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.lockstarter.faults.check.Verdict;
import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/**
 * What came of a run.
 *
 * @param plan the run
 * @param events all that happened
 * @param verdict what the checker says of it
 * @param lostReplies how many commands were applied and not answered
 * @param nanos how long it took, with start and end
 */
public record Outcome(Plan plan, List<Event> events, Verdict verdict, long lostReplies, long nanos) {

	public long count(Kind kind) {
		return count(kind, (event) -> true);
	}

	public long count(Kind kind, Predicate<Event> condition) {
		return this.events.stream().filter((event) -> event.kind() == kind && condition.test(event)).count();
	}

	/** How often each fault happened. */
	public Map<String, Long> faults() {
		return this.events.stream()
			.filter((event) -> event.kind() == Kind.FAULT)
			.collect(Collectors.groupingBy((event) -> event.text("fault").replace('_', ' '), TreeMap::new,
					Collectors.counting()));
	}

}
