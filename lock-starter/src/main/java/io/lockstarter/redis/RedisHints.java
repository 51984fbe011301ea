package io.lockstarter.redis;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/**
 * Puts the scripts into a native image, and the names by which a client is recognised.
 */
final class RedisHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/lockstarter/redis/scripts/*.lua");
		for (String client : new String[] { "io.lettuce.core.AbstractRedisClient", "io.lettuce.core.RedisClient",
				"redis.clients.jedis.Jedis" }) {
			hints.reflection()
				.registerTypeIfPresent(classLoader, client,
						(type) -> type.onReachableType(TypeReference.of(RedisLockStore.class)));
		}
	}

}
