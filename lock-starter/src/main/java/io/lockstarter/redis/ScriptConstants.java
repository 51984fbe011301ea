package io.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts the constants of one store into the text of its scripts, where they cost nothing
 * per call. Each set of constants is a text of its own for the server, with its own hash.
 */
final class ScriptConstants {

	/** The line of {@code lock.lua} with values for a store without a queue. */
	private static final String LINE = "\nlocal CHANNELS, CLUSTER = '', false\n";

	private final String line;

	private final Map<Script<?>, Script<?>> scripts = new ConcurrentHashMap<>();

	/**
	 * Creates the constants.
	 * @param channels the prefix of all channels
	 * @param cluster whether the server is a Cluster, where a node does not know all
	 * subscribers
	 */
	ScriptConstants(String channels, boolean cluster) {
		this.line = "\nlocal CHANNELS, CLUSTER = " + quoted(channels) + ", " + cluster + "\n";
	}

	/** Returns a script with these constants. */
	@SuppressWarnings("unchecked")
	<T> Script<T> in(Script<T> script) {
		Script<?> known = this.scripts.get(script);
		if (known == null) {
			known = this.scripts.computeIfAbsent(script, (template) -> template.with(this::replace));
		}
		return (Script<T>) known;
	}

	private String replace(String text) {
		if (!text.contains(LINE)) {
			throw new IllegalArgumentException("This script does not include lock.lua, so it has no constants");
		}
		return text.replace(LINE, this.line);
	}

	/**
	 * Returns a text as a literal of Lua. The prefix of the channels comes from the
	 * application, and may contain any character.
	 */
	static String quoted(String text) {
		StringBuilder literal = new StringBuilder("'");
		for (byte unit : text.getBytes(StandardCharsets.UTF_8)) {
			boolean plain = unit >= ' ' && unit < 0x7f && unit != '\'' && unit != '\\';
			literal.append(plain ? String.valueOf((char) unit) : String.format("\\%03d", unit & 0xff));
		}
		return literal.append('\'').toString();
	}

}
