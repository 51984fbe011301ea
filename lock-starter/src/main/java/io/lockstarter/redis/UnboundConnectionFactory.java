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
 * Wraps the application's connection factory as a different object. Spring binds a
 * connection to a thread and a factory. Every template of that factory then uses this
 * connection, with or without transaction support. A lock command would be queued in the
 * MULTI of the application's transaction, against rule S (outside transactions).
 */
final class UnboundConnectionFactory implements RedisConnectionFactory {

	private final RedisConnectionFactory factory;

	private final Consumer<RedisConnection> onConnected;

	UnboundConnectionFactory(RedisConnectionFactory factory) {
		this(factory, (connection) -> {
		});
	}

	/**
	 * Wraps a factory.
	 * @param factory the factory of the application
	 * @param onConnected receives each connection before it is used; if it throws,
	 * nothing is sent
	 */
	UnboundConnectionFactory(RedisConnectionFactory factory, Consumer<RedisConnection> onConnected) {
		this.factory = factory;
		this.onConnected = onConnected;
	}

	/**
	 * Returns whether it is a Redis Cluster. Lettuce and Jedis need no connection for
	 * this.
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

	/** Returns the command time-out in milliseconds; zero if there is none. */
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
