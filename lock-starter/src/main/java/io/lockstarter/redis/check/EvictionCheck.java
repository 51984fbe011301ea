package io.lockstarter.redis.check;

import java.util.List;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * A server that is full may delete keys to make room, and a lock is a key: somebody else
 * gets it while it is held. A policy for keys with an expiry is no better, since locks
 * have one.
 */
final class EvictionCheck implements ServerCheck {

	@Override
	public List<Finding> check(RedisConnection connection) {
		return ServerInfo.of(connection, "memory").stream().filter(EvictionCheck::mayEvict).map((info) -> {
			return Finding.dangerous(
					info.server() + " may delete locks when it is full: its maxmemory is " + info.field("maxmemory")
							+ " and its maxmemory-policy " + info.field("maxmemory_policy") + ".",
					"Set maxmemory-policy to noeviction, or keep locks on a server of their own.");
		}).toList();
	}

	private static boolean mayEvict(ServerInfo info) {
		String limit = info.field("maxmemory");
		String policy = info.field("maxmemory_policy");
		return !limit.isEmpty() && !limit.equals("0") && !policy.isEmpty() && !policy.equals("noeviction");
	}

}
