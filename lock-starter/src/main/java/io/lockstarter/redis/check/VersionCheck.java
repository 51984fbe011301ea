package io.lockstarter.redis.check;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * The commands of our scripts are older, but before 5.0 Redis replicated a script as such
 * instead of its effects: a replica ran it again on its own clock, and a script that had
 * asked for the time was not allowed to write.
 */
final class VersionCheck implements ServerCheck {

	static final int OLDEST = 5;

	private static final Pattern MAJOR = Pattern.compile("^(\\d{1,4})\\.");

	@Override
	public List<Finding> check(RedisConnection connection) {
		return ServerInfo.of(connection, "server").stream().filter(VersionCheck::isTooOld).map((info) -> {
			return Finding.dangerous(
					info.server() + " has version " + info.field("redis_version") + ", older than " + OLDEST + ".0.",
					"Use a newer one: before " + OLDEST
							+ ".0, scripts are replicated as text and run again on replicas.");
		}).toList();
	}

	/** A version that cannot be read is not judged: other servers speak Redis, too. */
	static boolean isTooOld(ServerInfo info) {
		Matcher major = MAJOR.matcher(info.field("redis_version"));
		return major.find() && Integer.parseInt(major.group(1)) < OLDEST;
	}

}
