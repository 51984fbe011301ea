package io.lockstarter.autoconfigure;

import java.util.List;

import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Refuses a pool of Jedis that is too small for locks, and warns about one that lets
 * commands wait for a connection without limit. Lettuce has a pool of its own for
 * subscriptions, and needs none for commands.
 */
final class JedisPoolCheck {

	private static final Logger logger = LoggerFactory.getLogger(JedisPoolCheck.class);

	private static final String POOL = "spring.data.redis.jedis.pool";

	private static final int LEAST = 2;

	private JedisPoolCheck() {
	}

	static void check(RedisConnectionFactory factory) {
		if (ClassUtils.isPresent("redis.clients.jedis.Jedis", JedisPoolCheck.class.getClassLoader())
				&& factory instanceof JedisConnectionFactory jedis && jedis.getClientConfiguration().isUsePooling()) {
			jedis.getClientConfiguration().getPoolConfig().ifPresent(JedisPoolCheck::check);
		}
	}

	private static void check(GenericObjectPoolConfig<?> pool) {
		int connections = pool.getMaxTotal();
		if (connections >= 0 && connections < LEAST) {
			throw InvalidLockConfigurationException.ofProperties(List.of(new PropertyProblem(POOL + ".max-active",
					Integer.toString(connections), "is too few: one connection is used to wait for locks all the time",
					"Set it to " + LEAST + " or more, or use Lettuce (spring.data.redis.client-type=lettuce)")));
		}
		if (pool.getBlockWhenExhausted() && pool.getMaxWaitDuration().isNegative()) {
			logger
				.warn("Jedis waits without limit for a connection of its pool. Callers of locks keep their wait time, "
						+ "but renewals may come too late while the pool is exhausted. Set {}.max-wait=1s", POOL);
		}
	}

}
