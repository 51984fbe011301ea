package io.lockstarter.redis;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConnection;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The application's connection factory under another identity. Spring binds a connection
 * to a thread under its factory, and every template of that factory then uses it, with or
 * without transaction support: a lock command would be queued in the MULTI of somebody's
 * transaction (rule P).
 */
final class UnboundConnectionFactory implements RedisConnectionFactory {

	private final RedisConnectionFactory factory;

	private final Consumer<RedisConnection> onConnected;

	UnboundConnectionFactory(RedisConnectionFactory factory) {
		this(factory, (connection) -> {
		});
	}

	/**
	 * Unbinds a factory.
	 * @param factory the factory of the application
	 * @param onConnected is given each connection before it is used; if it throws,
	 * nothing is sent
	 */
	UnboundConnectionFactory(RedisConnectionFactory factory, Consumer<RedisConnection> onConnected) {
		this.factory = factory;
		this.onConnected = onConnected;
	}

	/**
	 * Whether it is a Redis Cluster; clients that are known need no connection to say.
	 */
	boolean isCluster() {
		if (RedisLockStore.LETTUCE && this.factory instanceof LettuceConnectionFactory lettuce) {
			return lettuce.isClusterAware();
		}
		if (RedisLockStore.JEDIS && this.factory instanceof JedisConnectionFactory jedis) {
			return jedis.isRedisClusterAware();
		}
		try (RedisConnection connection = getConnection()) {
			return connection instanceof RedisClusterConnection;
		}
	}

	/** The time-out of its commands in milliseconds; zero if there is none. */
	long timeoutMillis() {
		if (RedisLockStore.LETTUCE && this.factory instanceof LettuceConnectionFactory lettuce) {
			return lettuce.getTimeout();
		}
		if (RedisLockStore.JEDIS && this.factory instanceof JedisConnectionFactory jedis) {
			return jedis.getClientConfiguration().getReadTimeout().toMillis();
		}
		return 0;
	}

	@Override
	public RedisConnection getConnection() {
		RedisConnection connection = null;
		try {
			connection = this.factory.getConnection();
			this.onConnected.accept(connection);
			return connection;
		}
		catch (RuntimeException ex) {
			if (connection != null) {
				connection.close();
			}
			throw new NotConnectedException(ex);
		}
	}

	@Override
	public RedisClusterConnection getClusterConnection() {
		return this.factory.getClusterConnection();
	}

	@Override
	public RedisSentinelConnection getSentinelConnection() {
		return this.factory.getSentinelConnection();
	}

	@Override
	public boolean getConvertPipelineAndTxResults() {
		return this.factory.getConvertPipelineAndTxResults();
	}

	@Override
	public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException ex) {
		return this.factory.translateExceptionIfPossible(ex);
	}

}
