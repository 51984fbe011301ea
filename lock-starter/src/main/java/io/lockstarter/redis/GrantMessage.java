package io.lockstarter.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Represents the message that a lock was granted to a token of this instance. Its format
 * is that of {@code lock.lua}: {@code <token>;<ticket> <lock>}. Older versions do not
 * write the ticket. The message that an operator took a lock away is
 * {@code !<token> <lock>}.
 *
 * @param lock the whole name of the lock
 * @param token the token
 * @param ticket the ticket, or zero
 */
record GrantMessage(String lock, String token, long ticket) {

	private static final String REVOKED = "!";

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

	/**
	 * Returns whether this is the message that an operator took the lock away from the
	 * token. Older versions handle it as a grant for a token that they do not know.
	 */
	boolean isRevocation() {
		return this.token.startsWith(REVOKED);
	}

	/** Returns the token that has lost its lock. */
	String revokedToken() {
		return this.token.substring(REVOKED.length());
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
