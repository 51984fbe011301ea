package io.lockstarter.testsupport;

import java.time.Duration;
import java.util.Locale;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettucePoolingClientConfiguration;

/** A Redis client that the library supports. */
public enum RedisClient {

	LETTUCE {

		@Override
		LettuceConnectionFactory create(RedisConfiguration where, Duration timeout, int connections) {
			ClientOptions options = ClientOptions.builder()
				.socketOptions(SocketOptions.builder().connectTimeout(timeout).build())
				.timeoutOptions(TimeoutOptions.enabled())
				.build();
			LettuceClientConfigurationBuilder how = LettuceClientConfiguration.builder();
			if (connections != ANY) {
				how = LettucePoolingClientConfiguration.builder().poolConfig(pool(connections, timeout));
			}
			how.commandTimeout(timeout)
				.shutdownQuietPeriod(Duration.ZERO)
				.shutdownTimeout(Duration.ZERO)
				.clientOptions(options);
			LettuceConnectionFactory factory = new LettuceConnectionFactory(where, how.build());
			factory.afterPropertiesSet();
			factory.start();
			return factory;
		}

		@Override
		public void shareNothing(RedisConnectionFactory factory) {
			((LettuceConnectionFactory) factory).setShareNativeConnection(false);
		}

		@Override
		public void stop(RedisConnectionFactory factory) {
			((LettuceConnectionFactory) factory).destroy();
		}

	},

	JEDIS {

		@Override
		JedisConnectionFactory create(RedisConfiguration where, Duration timeout, int connections) {
			JedisClientConfiguration how = JedisClientConfiguration.builder()
				.connectTimeout(timeout)
				.readTimeout(timeout)
				.usePooling()
				.poolConfig(pool(connections, timeout))
				.build();
			JedisConnectionFactory factory = (where instanceof RedisClusterConfiguration cluster)
					? new JedisConnectionFactory(cluster, how)
					: new JedisConnectionFactory((RedisStandaloneConfiguration) where, how);
			factory.afterPropertiesSet();
			factory.start();
			return factory;
		}

		@Override
		public void stop(RedisConnectionFactory factory) {
			((JedisConnectionFactory) factory).destroy();
		}

	};

	/** No limit on the number of connections. */
	static final int ANY = -1;

	private static <T> GenericObjectPoolConfig<T> pool(int connections, Duration timeout) {
		GenericObjectPoolConfig<T> pool = new GenericObjectPoolConfig<>();
		pool.setMaxTotal(connections);
		pool.setMaxWait(timeout.dividedBy(10));
		return pool;
	}

	/** Returns the value of {@code spring.data.redis.client-type}. */
	public String type() {
		return name().toLowerCase(Locale.ROOT);
	}

	abstract RedisConnectionFactory create(RedisConfiguration where, Duration timeout, int connections);

	/** Lets every command use a connection of its own; Jedis always does. */
	public void shareNothing(RedisConnectionFactory factory) {
	}

	/** Stops a connection factory of this client. */
	public abstract void stop(RedisConnectionFactory factory);

}
