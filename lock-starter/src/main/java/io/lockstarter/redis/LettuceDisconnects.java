package io.lockstarter.redis;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Counts the connections that Lettuce has lost. After a reconnect, Lettuce sends
 * unanswered commands again, see rule D (unconfirmed tokens). Lettuce calls its listeners
 * before it reconnects, so before any second reply. A factory that was stopped and
 * started has a new client, which counts as a lost connection too. Loaded only if Lettuce
 * is present.
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
	 * Starts to observe a client. It is synchronized so that two threads do not count the
	 * same client twice: one would see the count of the other as a lost connection.
	 */
	private synchronized void observe(AbstractRedisClient client) {
		AbstractRedisClient before = this.observed;
		if (client != before) {
			// Listen first: a thread that sees the client as observed relies on it.
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
		catch (IllegalStateException ex) { // the factory was stopped in between
			return null;
		}
	}

	@Override
	public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
		// Lettuce does not reopen a closed connection, so it sends nothing twice.
		if (!connection.isClosed()) {
			this.count.incrementAndGet();
		}
	}

}
