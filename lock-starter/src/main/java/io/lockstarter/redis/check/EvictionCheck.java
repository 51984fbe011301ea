package io.lockstarter.redis.check;

import java.util.List;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * Finds servers that may evict locks. A full server may delete keys, and a lock is a key:
 * another caller could then acquire it while it is held. Policies for keys with an expiry
 * are not safe either, since locks have an expiry.
 */
final class EvictionCheck implements ServerCheck {

	@Override
	public List<Finding> check(RedisConnection connection) {
		return ServerInfo.of(connection, "memory").stream().filter(EvictionCheck::mayEvict).map((info) -> {
			return Finding.dangerous(
					info.server() + " may delete locks when it is full: its maxmemory is " + info.field("maxmemory")
							+ " and its maxmemory-policy is " + info.field("maxmemory_policy") + ".",
					"Set maxmemory-policy to noeviction, or keep the locks on a separate server.");
		}).toList();
	}

	private static boolean mayEvict(ServerInfo info) {
		String limit = info.field("maxmemory");
		String policy = info.field("maxmemory_policy");
		return !limit.isEmpty() && !limit.equals("0") && !policy.isEmpty() && !policy.equals("noeviction");
	}

}
