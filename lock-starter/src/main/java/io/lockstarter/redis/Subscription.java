package io.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.SubscriptionListener;

/**
 * Listens on the channel of an instance, over a connection of its own, until it is
 * cancelled. Lettuce subscribes again by itself after a lost connection; with Jedis, the
 * thread that listens comes back with an error and does so here.
 */
final class Subscription implements Runnable, MessageListener, SubscriptionListener {

	private static final Logger logger = LoggerFactory.getLogger(Subscription.class);

	private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

	private final RedisConnectionFactory factory;

	private final String prefix;

	private final String instance;

	private final WakeUps wakeUps;

	private volatile boolean cancelled;

	private @Nullable RedisConnection connection;

	/** It opens the subscription and, with Jedis, stays and listens. */
	private @Nullable Thread inside;

	private boolean confirmed;

	private boolean failing;

	Subscription(RedisConnectionFactory factory, String prefix, String instance, WakeUps wakeUps) {
		this.factory = factory;
		this.prefix = prefix;
		this.instance = instance;
		this.wakeUps = wakeUps;
	}

	/**
	 * What the channel of every instance begins with. It carries a version: instances of
	 * different versions exclude each other, but do not wake each other.
	 * @param prefix what every key in Redis starts with
	 * @return the start; the id of the instance follows
	 */
	static String channels(String prefix) {
		return prefix + "wake:1:";
	}

	Runnable start(Executor executor) {
		executor.execute(this);
		return this::cancel;
	}

	/**
	 * Listens. Lettuce returns at once and goes on in the background, Jedis stays.
	 */
	@Override
	public void run() {
		while (!this.cancelled && !subscribe()) {
			this.wakeUps.deaf();
			if (!this.cancelled) {
				LockSupport.parkNanos(PAUSE);
			}
		}
		if (this.cancelled) {
			close();
		}
	}

	/** Returns whether it listens in the background now. */
	private boolean subscribe() {
		close();
		try {
			RedisConnection opened = enter(this.factory.getConnection());
			byte[] channel = (channels(this.prefix) + this.instance).getBytes(StandardCharsets.UTF_8);
			opened.subscribe(this, channel);
			return opened.isSubscribed();
		}
		catch (RuntimeException ex) {
			warn(ex);
			return false;
		}
		finally {
			leave();
		}
	}

	private synchronized RedisConnection enter(RedisConnection opened) {
		this.connection = opened;
		this.inside = Thread.currentThread();
		this.confirmed = false;
		return opened;
	}

	private synchronized void leave() {
		this.inside = null;
	}

	private synchronized void warn(RuntimeException ex) {
		if (!this.cancelled && !this.failing) {
			this.failing = true;
			logger.warn("Wake-ups for waiting locks cannot be heard; whoever waits asks again at intervals: {}",
					ex.toString());
		}
	}

	@Override
	public void onChannelSubscribed(byte[] channel, long count) {
		if (!confirm()) {
			this.wakeUps.listening();
		}
		else if (isInside()) {
			close(); // with Jedis, nobody else could
		}
	}

	/** Returns whether it was cancelled before. */
	private synchronized boolean confirm() {
		this.failing = false;
		this.confirmed = true;
		return this.cancelled;
	}

	private synchronized boolean isInside() {
		return this.inside == Thread.currentThread();
	}

	@Override
	public void onMessage(Message message, byte @Nullable [] pattern) {
		GrantMessage grant = GrantMessage.parse(new String(message.getBody(), StandardCharsets.UTF_8));
		if (grant != null && grant.lock().startsWith(this.prefix)) {
			this.wakeUps.granted(grant.lock().substring(this.prefix.length()), grant.token(), grant.ticket());
		}
	}

	private void cancel() {
		synchronized (this) {
			this.cancelled = true;
		}
		close();
	}

	/**
	 * Ends it as far as possible now. The connection of a thread that is still inside is
	 * left to that thread: from a pool, it would be another's while this one reads.
	 */
	private void close() {
		RedisConnection opened;
		boolean left;
		synchronized (this) {
			opened = this.connection;
			left = this.inside == null;
			if (opened == null || (!left && !this.confirmed)) {
				return;
			}
			this.connection = left ? null : opened;
		}
		org.springframework.data.redis.connection.Subscription subscription = opened.getSubscription();
		if (subscription != null) {
			quietly(subscription::close);
		}
		if (left) {
			quietly(opened::close);
		}
	}

	private static void quietly(Runnable end) {
		try {
			end.run();
		}
		catch (RuntimeException ex) {
			logger.debug("The subscription could not be closed in order", ex);
		}
	}

}
