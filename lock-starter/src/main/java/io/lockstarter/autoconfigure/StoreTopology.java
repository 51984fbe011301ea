package io.lockstarter.autoconfigure;

import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.LockStore;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Names the topology of the lock server. */
final class StoreTopology {

	private StoreTopology() {
	}

	static String of(LockStore store, ListableBeanFactory beans, LockProperties properties, Environment environment) {
		if (!properties.redlock().nodes().isEmpty()) {
			return "redlock of " + properties.redlock().nodes().size() + " nodes";
		}
		if (properties.store() == LockProperties.Store.MEMORY) {
			return "memory";
		}
		return (store instanceof RedisLockStore)
				? Redis.of(new ConnectionFactoryChoice(beans, environment).choose(properties.connectionFactory()))
				: "unknown";
	}

	/** Separate, so that it is loaded only with Redis. */
	private static final class Redis {

		static String of(RedisConnectionFactory factory) {
			if (factory instanceof LettuceConnectionFactory lettuce) {
				return text(lettuce.isClusterAware(), lettuce.isRedisSentinelAware());
			}
			// Jedis may be missing, so its class must not be loaded without need.
			if (factory.getClass().getName().endsWith(".JedisConnectionFactory")) {
				return Jedis.of(factory);
			}
			return factory.getClass().getSimpleName();
		}

		private static String text(boolean cluster, boolean sentinel) {
			return cluster ? "cluster" : sentinel ? "sentinel" : "one server";
		}

	}

	private static final class Jedis {

		static String of(RedisConnectionFactory factory) {
			JedisConnectionFactory jedis = (JedisConnectionFactory) factory;
			return Redis.text(jedis.isRedisClusterAware(), jedis.isRedisSentinelAware());
		}

	}

}
