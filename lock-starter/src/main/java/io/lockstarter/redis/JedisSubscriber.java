package io.lockstarter.redis;

import java.lang.reflect.Field;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.DefaultMessage;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.SubscriptionListener;
import org.springframework.util.ReflectionUtils;

import redis.clients.jedis.BinaryJedisPubSub;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ConnectionProvider;

/**
 * Reads one channel over a Jedis connection, and always closes that connection. Jedis
 * would return it to its pool, even if it is still subscribed because UNSUBSCRIBE was
 * denied or the thread was interrupted. Spring would also send UNSUBSCRIBE over a
 * connection that is already in the pool. In both cases, the next command on the
 * connection would read a wrong reply. Loaded only if Jedis is present.
 */
final class JedisSubscriber extends BinaryJedisPubSub {

	/** Some clients expose their connections only to subclasses. */
	private static final @Nullable Field PROVIDER = ReflectionUtils.findField(UnifiedJedis.class, "provider");

	private final Connection connection;

	private final MessageListener messages;

	private final SubscriptionListener subscriptions;

	private final ReentrantLock ending = new ReentrantLock();

	private JedisSubscriber(Connection connection, MessageListener messages, SubscriptionListener subscriptions) {
		this.connection = connection;
		this.messages = messages;
		this.subscriptions = subscriptions;
	}

	/**
	 * Takes a connection of the client.
	 * @param opened the connection of Spring, which the caller still has to close
	 * @param messages receives the messages, on the thread that reads
	 * @param subscriptions is called when the channel is subscribed
	 * @return the subscriber, or {@code null} if the client is not Jedis
	 */
	static @Nullable JedisSubscriber of(RedisConnection opened, MessageListener messages,
			SubscriptionListener subscriptions) {
		Object client = opened.getNativeConnection();
		if (client instanceof Jedis jedis) {
			return new JedisSubscriber(jedis.getConnection(), messages, subscriptions);
		}
		return (client instanceof UnifiedJedis unified)
				? new JedisSubscriber(connection(unified), messages, subscriptions) : null;
	}

	private static Connection connection(UnifiedJedis client) {
		if (PROVIDER == null) {
			throw new IllegalStateException("This version of Jedis has no separate connection for a subscription");
		}
		ReflectionUtils.makeAccessible(PROVIDER);
		Object provider = ReflectionUtils.getField(PROVIDER, client);
		if (!(provider instanceof ConnectionProvider connections)) {
			throw new IllegalStateException(client.getClass() + " has no separate connection for a subscription");
		}
		return connections.getConnection();
	}

	/** Subscribes and reads until {@link #end} is called or a failure occurs. */
	void read(byte[] channel) {
		try {
			proceed(this.connection, channel);
		}
		finally {
			disconnect();
			this.connection.close(); // returns it to its pool, which discards it
		}
	}

	/** Ends the subscription at once, on any thread. */
	void end() {
		this.ending.lock();
		try {
			// UNSUBSCRIBE would open a closed connection again.
			if (this.connection.isConnected()) {
				unsubscribe();
			}
		}
		finally {
			disconnect();
			this.ending.unlock();
		}
	}

	private void disconnect() {
		this.ending.lock();
		try {
			this.connection.setBroken();
			this.connection.disconnect();
		}
		catch (JedisException ex) {
			// The connection was already lost.
		}
		finally {
			this.ending.unlock();
		}
	}

	@Override
	public void onSubscribe(byte[] channel, int subscribedChannels) {
		this.subscriptions.onChannelSubscribed(channel, subscribedChannels);
	}

	@Override
	public void onMessage(byte[] channel, byte[] message) {
		this.messages.onMessage(new DefaultMessage(channel, message), null);
	}

}
