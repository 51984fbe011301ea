package io.lockstarter.redis.check;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.data.redis.connection.RedisConnection;

/** Finds servers that are too old for the commands and options of the scripts. */
final class VersionCheck implements ServerCheck {

	static final int OLDEST = 6;

	private static final Pattern MAJOR = Pattern.compile("^(\\d{1,4})\\.");

	@Override
	public List<Finding> check(RedisConnection connection) {
		return ServerInfo.of(connection, "server").stream().filter(VersionCheck::isTooOld).map((info) -> {
			return Finding.dangerous(info.server() + " has version " + info
				.field("redis_version") + ", older than " + OLDEST + ".0.", "Use Redis " + OLDEST
						+ ".0 or later. Older servers do not support SET KEEPTTL, which the queue of waiters needs.");
		}).toList();
	}

	/**
	 * Ignores a version that it cannot read, since other servers support the protocol.
	 */
	static boolean isTooOld(ServerInfo info) {
		Matcher major = MAJOR.matcher(info.field("redis_version"));
		return major.find() && Integer.parseInt(major.group(1)) < OLDEST;
	}

}
