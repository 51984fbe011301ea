package io.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Straight to Lettuce over the connection that all share, and in order: what is sent
 * later arrives later. The template would cost more than the lock itself. Loaded only
 * where Lettuce is present.
 */
final class LettuceWire implements Wire {

	private final LettuceConnectionFactory factory;

	LettuceWire(LettuceConnectionFactory factory) {
		this.factory = factory;
	}

	/** Whether there is a connection that all share. */
	boolean isShared() {
		return this.factory.getShareNativeConnection() && this.factory.isRunning();
	}

	/**
	 * Whether an unanswered command ends with a time-out, also if nobody waits for it.
	 */
	boolean endsByItself() {
		AbstractRedisClient client = isShared() ? this.factory.getNativeClient() : null;
		return client != null && client.getOptions().getTimeoutOptions().isTimeoutCommands();
	}

	@Override
	public @Nullable Boolean setIfAbsent(String lock, String token, long ttlMillis) {
		return translated(this.factory, calls(), (calls) -> calls.setIfAbsent(lock, token, ttlMillis));
	}

	@Override
	public <T> @Nullable T run(Script<T> script, List<String> keys, String... args) {
		return translated(this.factory, calls(), (calls) -> calls.run(script, keys, args));
	}

	/** The same, without waiting for the reply. */
	CompletionStage<Long> send(Script<Long> script, String key, String... args) {
		return calls().send(script, key, args);
	}

	@SuppressWarnings("unchecked")
	private LettuceCalls calls() {
		try (RedisConnection connection = this.factory.getConnection()) {
			return new LettuceCalls((RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection(),
					this.factory.getTimeout());
		}
		catch (RuntimeException ex) {
			throw new NotConnectedException(ex);
		}
	}

	/** Runs a command; what Lettuce throws becomes what Spring would throw. */
	static <T> @Nullable T translated(LettuceConnectionFactory factory, LettuceCalls calls,
			Function<LettuceCalls, @Nullable T> command) {
		try {
			return command.apply(calls);
		}
		catch (RuntimeException ex) {
			RuntimeException translated = factory.translateExceptionIfPossible(ex);
			throw (translated != null) ? translated : ex;
		}
	}

}
