package io.lockstarter.faults.drive;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.lockstarter.faults.check.CheckResult;
import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/**
 * The result of a run.
 *
 * @param plan the plan of the run
 * @param events all events
 * @param checkResult the result of the checker
 * @param lostReplies the number of commands that were applied but whose reply was lost
 * @param nanos the duration, with start and end
 */
public record RunResult(Plan plan, List<Event> events, CheckResult checkResult, long lostReplies, long nanos) {

	public long count(Kind kind) {
		return count(kind, (event) -> true);
	}

	public long count(Kind kind, Predicate<Event> condition) {
		return this.events.stream().filter((event) -> event.kind() == kind && condition.test(event)).count();
	}

	/** Returns the number of times that each fault was injected. */
	public Map<String, Long> faults() {
		return this.events.stream()
			.filter((event) -> event.kind() == Kind.FAULT)
			.collect(Collectors.groupingBy((event) -> event.text("fault").replace('_', ' '), TreeMap::new,
					Collectors.counting()));
	}

}
