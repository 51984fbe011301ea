package io.lockstarter.faults.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/** Builds a history of one key. Times are in milliseconds. */
final class HistoryBuilder {

	private static final String KEY = "k";

	private final List<Event> events = new ArrayList<>();

	private boolean exclusive = true;

	/** Adds a hold that is requested, acquired, and confirmed until a time. */
	HistoryBuilder hold(String id, long requested, long acquired, long heldUntil, long fence) {
		add(requested, Kind.REQUESTED, id);
		add(event(acquired, Kind.ACQUIRED, id).with("fence", fence));
		return add(heldUntil, Kind.HELD, id);
	}

	HistoryBuilder add(long at, Kind kind, String id) {
		return add(event(at, kind, id));
	}

	HistoryBuilder add(Event event) {
		this.events.add(event);
		return this;
	}

	static Event event(long at, Kind kind, String id) {
		return Event.of(Duration.ofMillis(at).toNanos(), kind, KEY, id);
	}

	HistoryBuilder withLossyServer() {
		this.exclusive = false;
		return this;
	}

	List<Violation> violations(Invariant invariant) {
		return checkResult(false).of(invariant);
	}

	CheckResult checkResult(boolean stale) {
		this.events.sort(Comparator.comparingLong(Event::at));
		return Checker.check(this.events, new Promises(this.exclusive, Duration.ofSeconds(1), stale));
	}

}
