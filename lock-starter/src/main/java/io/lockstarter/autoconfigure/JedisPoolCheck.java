package io.lockstarter.autoconfigure;

import java.util.List;

import io.lockstarter.aop.definition.Problem;
import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Refuses a Jedis pool that is too small for locks. Warns if commands may wait without
 * limit for a connection of the pool. Lettuce has a separate pool for subscriptions and
 * needs no pool for commands.
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
			throw InvalidLockConfigurationException
				.ofProperties(List.of(Problem.ofValue(POOL + ".max-active", Integer.toString(connections),
						"is too small: the locks use one connection all the time, to receive wake-ups",
						"Set it to " + LEAST + " or more, or use Lettuce (spring.data.redis.client-type=lettuce)")));
		}
		if (pool.getBlockWhenExhausted() && pool.getMaxWaitDuration().isNegative()) {
			logger.warn(
					"Jedis waits without limit for a connection of its pool. While the pool is exhausted, locks may be "
							+ "renewed too late and so be lost. Set {}.max-wait=1s",
					POOL);
		}
	}

}
