package io.lockstarter.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Represents the message that a lock was granted to a token of this instance. Its format
 * is that of {@code lock.lua}: {@code <token>;<ticket> <lock>}. Older versions do not
 * write the ticket.
 *
 * @param lock the whole name of the lock
 * @param token the token
 * @param ticket the ticket, or zero
 */
record GrantMessage(String lock, String token, long ticket) {

	private static final Pattern FORMAT = Pattern.compile("([^ ;]+)(?:;(\\d{1,18}))? (.+)", Pattern.DOTALL);

	/**
	 * Returns the prefix of all channels; the id of the instance follows. The prefix
	 * contains a version: instances of different versions exclude each other, but do not
	 * wake each other.
	 * @param prefix the prefix of every key in Redis
	 * @return the prefix of all channels
	 */
	static String channels(String prefix) {
		return prefix + "wake:1:";
	}

	static @Nullable GrantMessage parse(String text) {
		Matcher matcher = FORMAT.matcher(text);
		if (!matcher.matches()) {
			return null;
		}
		String ticket = matcher.group(2);
		return new GrantMessage(matcher.group(3), matcher.group(1), (ticket != null) ? Long.parseLong(ticket) : 0);
	}

}
