package io.lockstarter.redis;

import org.springframework.util.ClassUtils;

import redis.clients.jedis.RedisClient;

/**
 * Waits until the pool of a Jedis client has a connection. Such a client borrows one for
 * each command, and only then: nobody could tell whether a command was sent.
 */
final class JedisPoolWait {

	private static final boolean PRESENT = ClassUtils.isPresent("redis.clients.jedis.RedisClient",
			JedisPoolWait.class.getClassLoader());

	private JedisPoolWait() {
	}

	/**
	 * Waits, if this client has a pool that can be asked.
	 * @param client the native client, of whatever kind
	 */
	static void await(Object client) {
		if (PRESENT && client instanceof RedisClient pooled) {
			// The command that follows takes the same one, unless another is faster.
			pooled.getPool().getResource().close();
		}
	}

}
