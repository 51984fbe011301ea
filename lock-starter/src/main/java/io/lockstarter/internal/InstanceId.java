package io.lockstarter.internal;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the id of an instance, which is the first part of its tokens:
 * {@code <name>--<host>--<process>-<22 random characters>}. Ids of older versions, and
 * those of engines without a host, have no host and no process.
 *
 * @param name the name of the application
 * @param host the host or the pod
 * @param process the number of the process on its host
 */
public record InstanceId(String name, Optional<String> host, OptionalLong process) {

	private static final int RANDOM_PART = 23;

	private static final String SEPARATOR = "--";

	private static final Pattern FULL = Pattern.compile("(.+)--(.+)--(\\d{1,18})");

	/**
	 * Reads an id or a token.
	 * @param text the id of an instance, or one of its tokens
	 * @return the parts; the whole text is the name if it has another form
	 */
	public static InstanceId parse(String text) {
		String id = text.substring(0, (text.indexOf(':') < 0) ? text.length() : text.indexOf(':'));
		int end = id.length() - RANDOM_PART;
		String readable = (end > 0 && id.charAt(end) == '-') ? id.substring(0, end) : id;
		Matcher full = FULL.matcher(readable);
		return full.matches()
				? new InstanceId(full.group(1), Optional.of(full.group(2)),
						OptionalLong.of(Long.parseLong(full.group(3))))
				: new InstanceId(readable, Optional.empty(), OptionalLong.empty());
	}

	/**
	 * Returns the readable part of an id, in the characters that an id may contain.
	 * @return the text
	 */
	public String encode() {
		return this.host.isEmpty() ? clean(this.name)
				: clean(this.name) + SEPARATOR + clean(this.host.get()) + SEPARATOR + this.process.orElse(0);
	}

	private static String clean(String part) {
		String text = part.replaceAll("[^\\w.-]", "_").replaceAll("-{2,}", "-").replaceAll("^-|-$", "");
		return text.isEmpty() ? "_" : text;
	}

	/**
	 * Returns the instance as messages show it: {@code shop@pod-7}. The number of the
	 * process follows after a slash, unless it is 1, as in a container.
	 */
	@Override
	public String toString() {
		String text = this.host.isEmpty() ? this.name : this.name + "@" + this.host.get();
		long number = this.process.orElse(1);
		return (number <= 1) ? text : text + "/" + number;
	}

}
