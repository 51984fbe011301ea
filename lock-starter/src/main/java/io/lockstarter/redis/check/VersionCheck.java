package io.lockstarter.redis.check;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.data.redis.connection.RedisConnection;

/** Finds servers that do not know all commands and options of our scripts. */
final class VersionCheck implements ServerCheck {

	static final int OLDEST = 6;

	private static final Pattern MAJOR = Pattern.compile("^(\\d{1,4})\\.");

	@Override
	public List<Finding> check(RedisConnection connection) {
		return ServerInfo.of(connection, "server").stream().filter(VersionCheck::isTooOld).map((info) -> {
			return Finding.dangerous(info.server() + " has version " + info
				.field("redis_version") + ", older than " + OLDEST + ".0.", "Use a newer one: before " + OLDEST
						+ ".0, a lock cannot be changed without its ttl (SET KEEPTTL), so it cannot be waited for.");
		}).toList();
	}

	/** A version that cannot be read is not judged: other servers speak Redis, too. */
	static boolean isTooOld(ServerInfo info) {
		Matcher major = MAJOR.matcher(info.field("redis_version"));
		return major.find() && Integer.parseInt(major.group(1)) < OLDEST;
	}

}
