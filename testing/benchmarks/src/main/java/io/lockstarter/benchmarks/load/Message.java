package io.lockstarter.benchmarks.load;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A line between the harness and a worker.
 *
 * @param verb the command, or the result
 * @param values the values, without blanks
 */
public record Message(String verb, Map<String, String> values) {

	public static Message of(String verb) {
		return new Message(verb, Map.of());
	}

	public Message with(String name, Object value) {
		Map<String, String> more = new LinkedHashMap<>(this.values);
		more.put(name, value.toString());
		return new Message(this.verb, more);
	}

	public String text(String name) {
		return Objects.requireNonNull(this.values.get(name), () -> name + " is missing in " + this);
	}

	public long number(String name) {
		return Long.parseLong(text(name));
	}

	public boolean flag(String name) {
		return Boolean.parseBoolean(text(name));
	}

	public Histogram histogram(String name) {
		return Histogram.parse(text(name));
	}

	public String line() {
		return this.verb + this.values.entrySet()
			.stream()
			.map((value) -> " " + value.getKey() + "=" + value.getValue().replaceAll("\\s+", "_"))
			.collect(Collectors.joining());
	}

	public static Message parse(String line) {
		String[] words = line.split(" ", -1);
		Message message = of(words[0]);
		for (int word = 1; word < words.length; word++) {
			int equals = words[word].indexOf('=');
			message = message.with(words[word].substring(0, equals), words[word].substring(equals + 1));
		}
		return message;
	}

}
