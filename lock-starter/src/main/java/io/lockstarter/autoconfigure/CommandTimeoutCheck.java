package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

import io.lockstarter.autoconfigure.failure.Durations;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Warns if the command time-out of the Redis client is too long for locks. Then a lock
 * may not be renewed in time, and a caller may wait far longer than its wait time.
 * Clients other than Lettuce and Jedis are not checked.
 */
final class CommandTimeoutCheck {

	private static final Logger logger = LoggerFactory.getLogger(CommandTimeoutCheck.class);

	private static final Duration USUAL = Duration.ofSeconds(2);

	private CommandTimeoutCheck() {
	}

	/**
	 * Logs a warning if the time-out is longer than a third of the ttl, or unlimited.
	 * @param factory the connection factory of the locks
	 * @param bean the name of its bean if the application defines it, or {@code null}
	 * @param ttl the ttl of locks
	 */
	static void warnIfTooLong(RedisConnectionFactory factory, @Nullable String bean, Duration ttl) {
		Duration timeout = timeout(factory);
		Duration limit = ttl.dividedBy(3).truncatedTo(ChronoUnit.MILLIS);
		if (timeout != null && (timeout.isZero() || timeout.compareTo(limit) > 0)) {
			logger.warn(
					"The command time-out of the Redis client is {}. For locks with a ttl of {} it should be at most "
							+ "{}. {}",
					timeout.isZero() ? "unlimited" : Durations.text(timeout), Durations.text(ttl),
					Durations.text(limit), fix(factory, bean, (limit.compareTo(USUAL) < 0) ? limit : USUAL));
		}
	}

	private static String fix(RedisConnectionFactory factory, @Nullable String bean, Duration timeout) {
		if (bean == null) {
			return "Set spring.data.redis.timeout=" + Durations.text(timeout);
		}
		String call = "Duration.ofMillis(" + timeout.toMillis() + ")";
		return "Set it in the bean '" + bean + "' (spring.data.redis.timeout has no effect on this bean): "
				+ (isLettuce(factory) ? "LettuceClientConfiguration.builder().commandTimeout(" + call + ")"
						: "JedisClientConfiguration.builder().readTimeout(" + call + ")");
	}

	private static @Nullable Duration timeout(RedisConnectionFactory factory) {
		if (isLettuce(factory)) {
			return ((LettuceConnectionFactory) factory).getClientConfiguration().getCommandTimeout();
		}
		if (isPresent("redis.clients.jedis.Jedis") && factory instanceof JedisConnectionFactory jedis) {
			return jedis.getClientConfiguration().getReadTimeout();
		}
		return null;
	}

	private static boolean isLettuce(RedisConnectionFactory factory) {
		return isPresent("io.lettuce.core.RedisClient") && factory instanceof LettuceConnectionFactory;
	}

	private static boolean isPresent(String client) {
		return ClassUtils.isPresent(client, CommandTimeoutCheck.class.getClassLoader());
	}

}
