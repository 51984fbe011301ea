package io.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Represents the message that a lock was granted to a token of this instance. Its format
 * is that of {@code lock.lua}: {@code <token>;<ticket> <lock>}. Older versions do not
 * write the ticket. The format of {@code claims.lua} is
 * {@code <token>;<ticket>;<fencing number>,… <lock>}, with a {@code +} before the blank
 * if more tokens should be admitted. The message that an operator took a lock away is
 * {@code !<token> <lock>}.
 *
 * @param lock the whole name of the lock
 * @param token the token
 * @param ticket the ticket, or zero
 * @param fence the fencing number, or zero
 * @param more whether the receiver should ask for the admission of more tokens
 */
record GrantMessage(String lock, String token, long ticket, long fence, boolean more) {

	private static final String REVOKED = "!";

	private static final Pattern FORMAT = Pattern.compile("([^ ;]+)(?:;(\\d{1,18}))? (.+)", Pattern.DOTALL);

	private static final Pattern CLAIMS = Pattern
		.compile("([^ ;,+]+;\\d{1,18};\\d{1,18}(?:,[^ ;,+]+;\\d{1,18};\\d{1,18})*)(\\+?) (.+)", Pattern.DOTALL);

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

	/** Returns the grants in a message; none if it has another format. */
	static List<GrantMessage> parse(String text) {
		Matcher matcher = FORMAT.matcher(text);
		if (matcher.matches()) {
			String ticket = matcher.group(2);
			return List.of(new GrantMessage(matcher.group(3), matcher.group(1),
					(ticket != null) ? Long.parseLong(ticket) : 0, 0, false));
		}
		Matcher claims = CLAIMS.matcher(text);
		return claims.matches() ? claims(claims.group(1), !claims.group(2).isEmpty(), claims.group(3)) : List.of();
	}

	private static List<GrantMessage> claims(String tokens, boolean more, String lock) {
		List<GrantMessage> grants = new ArrayList<>();
		for (String each : tokens.split(",", -1)) {
			String[] parts = each.split(";", -1);
			grants.add(new GrantMessage(lock, parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]),
					more && grants.isEmpty()));
		}
		return grants;
	}

}
