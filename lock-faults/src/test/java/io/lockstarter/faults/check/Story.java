package io.lockstarter.faults.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/** A hand-made history of one key; times are in milliseconds. */
final class Story {

	private static final String KEY = "k";

	private final List<Event> events = new ArrayList<>();

	private boolean exclusive = true;

	/** One that asks, gets it, and is said to hold it until a time. */
	Story hold(String id, long asked, long got, long heldUntil, long fence) {
		add(asked, Kind.ASKED, id);
		add(event(got, Kind.GOT, id).with("fence", fence));
		return add(heldUntil, Kind.HELD, id);
	}

	Story add(long at, Kind kind, String id) {
		return add(event(at, kind, id));
	}

	Story add(Event event) {
		this.events.add(event);
		return this;
	}

	static Event event(long at, Kind kind, String id) {
		return Event.of(Duration.ofMillis(at).toNanos(), kind, KEY, id);
	}

	Story forgetful() {
		this.exclusive = false;
		return this;
	}

	List<Violation> violations(Invariant invariant) {
		return verdict(false).of(invariant);
	}

	Verdict verdict(boolean stale) {
		this.events.sort(Comparator.comparingLong(Event::at));
		return Checker.check(this.events, new Terms(this.exclusive, Duration.ofSeconds(1), stale));
	}

}
