package io.lockstarter.faults.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings of a client JVM, given on its command line as {@code name=value}.
 *
 * @param values the values by name
 */
public record Settings(Map<String, String> values) {

	public static Settings parse(String[] arguments) {
		Map<String, String> values = new LinkedHashMap<>();
		for (String argument : arguments) {
			String[] pair = argument.split("=", 2);
			values.put(pair[0], pair[1]);
		}
		return new Settings(values);
	}

	public List<String> arguments() {
		return this.values.entrySet().stream().map((entry) -> entry.getKey() + "=" + entry.getValue()).toList();
	}

	public Settings with(String name, Object value) {
		Map<String, String> all = new LinkedHashMap<>(this.values);
		all.put(name, value.toString());
		return new Settings(all);
	}

	public Settings and(List<String> arguments) {
		Settings all = this;
		for (Map.Entry<String, String> value : parse(arguments.toArray(String[]::new)).values().entrySet()) {
			all = all.with(value.getKey(), value.getValue());
		}
		return all;
	}

	public String text(String name) {
		String value = this.values.get(name);
		if (value == null) {
			throw new IllegalArgumentException("The setting '" + name + "' of the client is missing");
		}
		return value;
	}

	public String text(String name, String otherwise) {
		return this.values.getOrDefault(name, otherwise);
	}

	public int number(String name) {
		return Integer.parseInt(text(name));
	}

	public int number(String name, int otherwise) {
		return Integer.parseInt(text(name, Integer.toString(otherwise)));
	}

	/** Returns the number of the client. A replacement has the same number. */
	public int slot() {
		return number("slot");
	}

	/** Returns the unique name of this JVM. */
	public String client() {
		return "c" + slot() + "." + text("generation");
	}

	public Path folder() {
		return Path.of(text("folder"));
	}

	public Duration ttl() {
		return Duration.ofMillis(number("ttl"));
	}

	/** Returns the command time-out. */
	public Duration commandTimeout() {
		return ttl().dividedBy(3);
	}

	/** Returns whether some locks have other types. Redlock has only exclusive ones. */
	public boolean typed() {
		return properties().stream().noneMatch((property) -> property.contains("redlock"));
	}

	/** Returns the settings with a dot, which are properties for Spring. */
	public List<String> properties() {
		return arguments().stream().filter((argument) -> argument.matches("[\\w-]+\\..*")).toList();
	}

}
