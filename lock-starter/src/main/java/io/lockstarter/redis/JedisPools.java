package io.lockstarter.redis;

import org.springframework.util.ClassUtils;

import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;

/** Handles the pools of Jedis clients. Loaded only if Jedis is present. */
final class JedisPools {

	private static final boolean PRESENT = ClassUtils.isPresent("redis.clients.jedis.RedisClient",
			JedisPools.class.getClassLoader());

	private JedisPools() {
	}

	/**
	 * Waits until the pool of this client has a connection, if it has a pool. Such a
	 * client borrows a connection for each command. If borrowing fails inside a command,
	 * it is not known whether the command was sent.
	 * @param client the native client of any type
	 */
	static void await(Object client) {
		if (PRESENT && client instanceof RedisClient pooled) {
			// The next command usually gets this connection. Another thread may take it
			// first.
			pooled.getPool().getResource().close();
		}
	}

	/**
	 * Discards the connection that returned the reply of another command: later commands
	 * on it would read wrong replies too. A client with its own pool has already returned
	 * the connection to it and does not say which one it was. So all its idle connections
	 * are closed.
	 * @param client the native client of any type
	 */
	static void discard(Object client) {
		if (client instanceof Jedis jedis) {
			jedis.getConnection().setBroken(); // its pool discards it
		}
		else if (PRESENT && client instanceof RedisClient pooled) {
			pooled.getPool().clear();
		}
		else if (PRESENT && client instanceof RedisClusterClient cluster) {
			cluster.getClusterNodes().values().forEach(ConnectionPool::clear);
		}
	}

}
