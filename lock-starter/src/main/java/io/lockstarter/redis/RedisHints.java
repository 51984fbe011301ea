package io.lockstarter.redis;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/**
 * Adds the scripts to a native image, and the class names that identify a client.
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
		hints.reflection()
			.registerTypeIfPresent(classLoader, "redis.clients.jedis.UnifiedJedis",
					(type) -> type.onReachableType(TypeReference.of(RedisLockStore.class)).withField("provider"));
	}

}
