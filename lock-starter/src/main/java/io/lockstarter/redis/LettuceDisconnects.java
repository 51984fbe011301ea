package io.lockstarter.redis;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Counts the connections that Lettuce has lost: it sends unanswered commands again when
 * it has reconnected (rule D). Lettuce tells its listeners before it starts to reconnect,
 * hence before any second reply. A factory that was stopped and started has a new client;
 * that counts as a lost connection too. Loaded only where Lettuce is present.
 */
final class LettuceDisconnects implements LongSupplier, RedisConnectionStateListener {

	private final AtomicLong count = new AtomicLong();

	private final LettuceConnectionFactory factory;

	private volatile @Nullable AbstractRedisClient observed;

	LettuceDisconnects(LettuceConnectionFactory factory) {
		this.factory = factory;
	}

	@Override
	public long getAsLong() {
		AbstractRedisClient client = client();
		if (client != null && client != this.observed) {
			observe(client);
		}
		return this.count.get();
	}

	/**
	 * One thread only: else those who come first would count the same client twice, and
	 * each would take the other's count for a lost connection.
	 */
	private synchronized void observe(AbstractRedisClient client) {
		AbstractRedisClient before = this.observed;
		if (client != before) {
			// Listening before it is published: whoever sees it published may rely on it.
			client.addListener(this);
			this.count.incrementAndGet();
			this.observed = client;
			if (before != null) {
				before.removeListener(this);
			}
		}
	}

	private @Nullable AbstractRedisClient client() {
		try {
			return this.factory.isRunning() ? this.factory.getNativeClient() : null;
		}
		catch (IllegalStateException ex) { // it was stopped in between
			return null;
		}
	}

	@Override
	public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
		// What was closed on purpose is not opened again, so nothing is sent twice.
		if (!connection.isClosed()) {
			this.count.incrementAndGet();
		}
	}

}
