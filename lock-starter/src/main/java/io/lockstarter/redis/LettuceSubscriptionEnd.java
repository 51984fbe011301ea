package io.lockstarter.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * Reports that the connection of a subscription was lost or closed. Loaded only if
 * Lettuce is present.
 */
final class LettuceSubscriptionEnd implements RedisConnectionStateListener {

	private final StatefulConnection<?, ?> connection;

	private final Runnable onEnd;

	private LettuceSubscriptionEnd(StatefulConnection<?, ?> connection, Runnable onEnd) {
		this.connection = connection;
		this.onEnd = onEnd;
	}

	/**
	 * Observes a connection.
	 * @param subscribed the connection of a subscription
	 * @param onEnd runs at its end, perhaps on a thread of the client, and must not block
	 * @return the observer, or {@code null} if Lettuce has no subscription on it
	 */
	static @Nullable LettuceSubscriptionEnd observe(RedisConnection subscribed, Runnable onEnd) {
		if (!subscribed.isSubscribed()
				|| !(subscribed.getNativeConnection() instanceof RedisPubSubAsyncCommands<?, ?> commands)) {
			return null;
		}
		LettuceSubscriptionEnd end = new LettuceSubscriptionEnd(commands.getStatefulConnection(), onEnd);
		end.connection.addListener(end);
		if (!end.connection.isOpen()) { // it ended before the listener was added
			onEnd.run();
		}
		return end;
	}

	/**
	 * Stops observing, since a pool may give the connection to another user.
	 * @return whether the client has already closed the connection
	 */
	boolean ignore() {
		this.connection.removeListener(this);
		return this.connection instanceof RedisChannelHandler<?, ?> handler && handler.isClosed();
	}

	@Override
	public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
		this.onEnd.run();
	}

}
