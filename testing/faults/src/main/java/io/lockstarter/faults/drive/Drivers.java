package io.lockstarter.faults.drive;

import java.util.List;

/**
 * Selects the Redis driver of each client. The clients of one fleet use different
 * drivers.
 */
final class Drivers {

	static final String SMALL_POOL = "client with a pool of two connections (Jedis)";

	private Drivers() {
	}

	static String of(int client) {
		return "spring.data.redis.client-type=" + (isJedis(client) ? "jedis" : "lettuce");
	}

	/** The pool has one connection for the subscription and one for all threads. */
	static List<String> withSmallPool(int client) {
		return isJedis(client)
				? List.of(of(client), "spring.data.redis.jedis.pool.enabled=true",
						"spring.data.redis.jedis.pool.max-active=2", "spring.data.redis.jedis.pool.max-wait=400ms")
				: List.of(of(client));
	}

	private static boolean isJedis(int client) {
		return client == Plan.CLIENTS - 1;
	}

}
