package io.lockstarter.redis;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConnection;

/**
 * The application's connection factory under another identity. Spring binds a connection
 * to a thread under its factory, and every template of that factory then uses it, with or
 * without transaction support: a lock command would be queued in the MULTI of somebody's
 * transaction (rule P).
 */
final class UnboundConnectionFactory implements RedisConnectionFactory {

	private final RedisConnectionFactory factory;

	UnboundConnectionFactory(RedisConnectionFactory factory) {
		this.factory = factory;
	}

	@Override
	public RedisConnection getConnection() {
		try {
			return this.factory.getConnection();
		}
		catch (RuntimeException ex) {
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
