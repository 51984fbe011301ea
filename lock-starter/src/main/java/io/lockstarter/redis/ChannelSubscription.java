package io.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

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
 * Subscribes to the channel of an instance over a separate connection, until it is
 * canceled. A lost connection is replaced by a new one. Lettuce can subscribe again by
 * itself, but not after a stop of its client, and not without auto-reconnect.
 */
final class ChannelSubscription implements Runnable, MessageListener, SubscriptionListener {

	private static final Logger logger = LoggerFactory.getLogger(ChannelSubscription.class);

	/** The time between the starts of two attempts if the first one failed. */
	private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

	/** The shortest time between the starts of two attempts. */
	private static final long SHORT_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

	private final RedisConnectionFactory factory;

	private final String prefix;

	private final String instance;

	private final WakeUps wakeUps;

	private volatile boolean cancelled;

	private volatile @Nullable Thread thread;

	private @Nullable RedisConnection connection;

	private @Nullable LettuceSubscriptionEnd end;

	private volatile @Nullable JedisSubscriber jedis;

	/** Whether the connection was lost. */
	private volatile boolean ended;

	/** The thread that opens the subscription and, with Jedis, reads it. */
	private @Nullable Thread inside;

	private volatile boolean confirmed;

	private boolean failing;

	ChannelSubscription(RedisConnectionFactory factory, String prefix, String instance, WakeUps wakeUps) {
		this.factory = factory;
		this.prefix = prefix;
		this.instance = instance;
		this.wakeUps = wakeUps;
	}

	Runnable start(Executor executor) {
		executor.execute(this);
		return this::cancel;
	}

	@Override
	public void run() {
		this.thread = Thread.currentThread();
		while (!this.cancelled) {
			long begun = System.nanoTime();
			this.confirmed = false;
			if (subscribe()) {
				park(() -> this.ended ? 0 : Long.MAX_VALUE);
			}
			long next = begun + (this.confirmed ? SHORT_PAUSE : PAUSE);
			close();
			this.wakeUps.unsubscribed();
			park(() -> next - System.nanoTime());
		}
		close();
	}

	/** Waits until no time is left or the subscription is canceled. */
	private void park(LongSupplier left) {
		for (long nanos = left.getAsLong(); nanos > 0 && !this.cancelled; nanos = left.getAsLong()) {
			LockSupport.parkNanos(this, nanos);
			var unused = Thread.interrupted(); // otherwise park returns at once
		}
	}

	/**
	 * Subscribes. With Jedis, this method reads messages and returns at the end.
	 * @return whether a background thread reads the messages
	 */
	private boolean subscribe() {
		try {
			RedisConnection opened = enter(this.factory.getConnection());
			byte[] channel = (GrantMessage.channels(this.prefix) + this.instance).getBytes(StandardCharsets.UTF_8);
			JedisSubscriber reader = RedisLockStore.JEDIS ? JedisSubscriber.of(opened, this, this) : null;
			this.jedis = reader;
			if (reader != null) {
				reader.read(channel);
				return false;
			}
			opened.subscribe(this, channel);
			if (RedisLockStore.LETTUCE) {
				keep(opened, LettuceSubscriptionEnd.observe(opened, () -> end(opened)));
			}
			return opened.isSubscribed();
		}
		catch (RuntimeException | Error ex) { // also after OutOfMemoryError: try again
			warn(ex);
			return false;
		}
		finally {
			leave();
		}
	}

	private synchronized void keep(RedisConnection opened, @Nullable LettuceSubscriptionEnd observed) {
		if (this.connection == opened) {
			this.end = observed;
		}
		else if (observed != null) { // canceled meanwhile
			observed.ignore();
		}
	}

	/** Handles the loss of a connection, on a thread of the client. */
	private void end(RedisConnection lost) {
		synchronized (this) {
			if (this.connection != lost) {
				return;
			}
			this.ended = true;
		}
		this.wakeUps.unsubscribed();
		LockSupport.unpark(this.thread);
	}

	private synchronized RedisConnection enter(RedisConnection opened) {
		this.connection = opened;
		this.ended = false;
		this.inside = Thread.currentThread();
		return opened;
	}

	private synchronized void leave() {
		this.inside = null;
	}

	private synchronized void warn(Throwable ex) {
		if (!this.cancelled && !this.failing) {
			this.failing = true;
			logger.warn("Cannot subscribe to wake-ups. Waiters ask Redis again at intervals until it works: {}",
					ex.toString());
		}
	}

	@Override
	public void onChannelSubscribed(byte[] channel, long count) {
		if (!confirm()) {
			this.wakeUps.subscribed();
		}
		else if (isInside()) {
			close(); // with Jedis, no other thread can
		}
	}

	/**
	 * Notes that the server confirmed the subscription.
	 * @return whether the subscription had already ended: it was canceled, or the client
	 * subscribed again by itself after its connection was lost or closed
	 */
	private synchronized boolean confirm() {
		boolean over = this.cancelled || this.ended || this.connection == null;
		this.failing = false;
		this.confirmed |= !over || isInside();
		return over;
	}

	private synchronized boolean isInside() {
		return this.inside == Thread.currentThread();
	}

	@Override
	public void onMessage(Message message, byte @Nullable [] pattern) {
		for (GrantMessage grant : GrantMessage.parse(new String(message.getBody(), StandardCharsets.UTF_8))) {
			if (grant.lock().startsWith(this.prefix)) {
				receive(grant, grant.lock().substring(this.prefix.length()));
			}
		}
	}

	private void receive(GrantMessage grant, String key) {
		if (grant.isRevocation()) {
			this.wakeUps.revoked(key, grant.revokedToken());
			return;
		}
		this.wakeUps.granted(key, grant.token(), grant.ticket(), grant.fence());
		if (grant.more()) {
			this.wakeUps.admitMore(key, grant.token());
		}
	}

	private void cancel() {
		synchronized (this) {
			this.cancelled = true;
		}
		close();
		LockSupport.unpark(this.thread);
	}

	/**
	 * Ends the subscription as far as possible now. A thread that still reads must close
	 * its connection itself: otherwise a pool could give the connection to another user
	 * while this thread reads.
	 */
	private void close() {
		RedisConnection opened;
		LettuceSubscriptionEnd observed;
		boolean left;
		synchronized (this) {
			opened = this.connection;
			observed = this.end;
			left = this.inside == null;
			if (opened == null || (!left && !this.confirmed)) {
				return;
			}
			this.connection = left ? null : opened;
			this.end = null;
		}
		if (observed != null && observed.ignore()) {
			return;
		}
		JedisSubscriber reader = this.jedis;
		var subscription = opened.getSubscription();
		if (reader != null) {
			quietly(reader::end);
		}
		else if (subscription != null) {
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
			logger.debug("The subscription was not closed cleanly", ex);
		}
	}

}
