package io.lockstarter.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The message that tells an instance that its token was granted a lock, as in
 * {@code lock.lua}: {@code <token>;<ticket> <lock>}. Instances of an older version leave
 * out the ticket.
 *
 * @param lock the whole name of the lock
 * @param token the token
 * @param ticket the ticket, or zero
 */
record GrantMessage(String lock, String token, long ticket) {

	private static final Pattern FORMAT = Pattern.compile("([^ ;]+)(?:;(\\d{1,18}))? (.+)", Pattern.DOTALL);

	static @Nullable GrantMessage parse(String text) {
		Matcher matcher = FORMAT.matcher(text);
		if (!matcher.matches()) {
			return null;
		}
		String ticket = matcher.group(2);
		return new GrantMessage(matcher.group(3), matcher.group(1), (ticket != null) ? Long.parseLong(ticket) : 0);
	}

}
