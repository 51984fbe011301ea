package io.lockstarter.faults.history;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An event, which is one line of a history.
 *
 * @param at the time, in {@link System#nanoTime()}, which all JVMs of one machine share
 * @param kind the kind of event
 * @param key the key of the lock, or {@value #NONE}
 * @param hold the attempt and later hold, as {@code client-thread-number}, or the client
 * @param more further values, without blanks
 */
public record Event(long at, Kind kind, String key, String hold, Map<String, String> more) {

	/** Stands for no key or no hold. */
	public static final String NONE = "-";

	public Event {
		more = Map.copyOf(more);
	}

	public static Event of(long at, Kind kind, String key, String hold) {
		return new Event(at, kind, key, hold, Map.of());
	}

	public Event with(String name, Object value) {
		Map<String, String> all = new LinkedHashMap<>(this.more);
		all.put(name, value.toString().replaceAll("\\s+", "_"));
		return new Event(this.at, this.kind, this.key, this.hold, all);
	}

	static Event parse(String line) {
		String[] words = line.split(" ", -1);
		Event event = of(Long.parseLong(words[0]), Kind.valueOf(words[1]), words[2], words[3]);
		for (int i = 4; i < words.length; i++) {
			String[] pair = words[i].split("=", 2);
			event = event.with(pair[0], pair[1]);
		}
		return event;
	}

	String line() {
		StringBuilder line = new StringBuilder().append(this.at)
			.append(' ')
			.append(this.kind)
			.append(' ')
			.append(this.key)
			.append(' ')
			.append(this.hold);
		this.more.forEach((name, value) -> line.append(' ').append(name).append('=').append(value));
		return line.toString();
	}

	/** Returns the client JVM, which is the first part of the hold. */
	public String client() {
		int dash = this.hold.indexOf('-');
		return (dash > 0) ? this.hold.substring(0, dash) : this.hold;
	}

	public String text(String name) {
		return this.more.getOrDefault(name, "");
	}

	public long number(String name) {
		return Long.parseLong(this.more.getOrDefault(name, "0"));
	}

	public boolean is(String name) {
		return Boolean.parseBoolean(text(name));
	}

}
