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
import org.springframework.util.ClassUtils;

/**
 * Listens on the channel of an instance, over a connection of its own, until it is
 * cancelled. A connection that is lost is replaced by a new one: Lettuce would subscribe
 * again by itself, but not after its client was stopped, nor without auto-reconnect.
 */
final class Subscription implements Runnable, MessageListener, SubscriptionListener {

	private static final Logger logger = LoggerFactory.getLogger(Subscription.class);

	private static final boolean LETTUCE = ClassUtils.isPresent("io.lettuce.core.AbstractRedisClient",
			Subscription.class.getClassLoader());

	/** Between the starts of two tries, if the first has failed. */
	private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

	/** Between the starts of two tries in any case. */
	private static final long SHORT_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

	private final RedisConnectionFactory factory;

	private final String prefix;

	private final String instance;

	private final WakeUps wakeUps;

	private volatile boolean cancelled;

	private volatile @Nullable Thread thread;

	private @Nullable RedisConnection connection;

	private @Nullable LettuceSubscriptionEnd end;

	/** The connection was lost. */
	private volatile boolean ended;

	/** It opens the subscription and, with Jedis, stays and listens. */
	private @Nullable Thread inside;

	private volatile boolean confirmed;

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
			this.wakeUps.deaf();
			park(() -> next - System.nanoTime());
		}
		close();
	}

	/** Returns when no time is left, or when it was cancelled. */
	private void park(LongSupplier left) {
		for (long nanos = left.getAsLong(); nanos > 0 && !this.cancelled; nanos = left.getAsLong()) {
			LockSupport.parkNanos(this, nanos);
			var unused = Thread.interrupted(); // it would not park any more
		}
	}

	/** Returns whether it listens in the background now; Jedis stays until the end. */
	private boolean subscribe() {
		try {
			RedisConnection opened = enter(this.factory.getConnection());
			byte[] channel = (channels(this.prefix) + this.instance).getBytes(StandardCharsets.UTF_8);
			opened.subscribe(this, channel);
			if (LETTUCE) {
				keep(opened, LettuceSubscriptionEnd.observe(opened, () -> end(opened)));
			}
			return opened.isSubscribed();
		}
		catch (RuntimeException | Error ex) { // no memory, for example: try again
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
		else if (observed != null) { // cancelled meanwhile
			observed.ignore();
		}
	}

	/** On a thread of the client. */
	private void end(RedisConnection lost) {
		synchronized (this) {
			if (this.connection != lost) {
				return;
			}
			this.ended = true;
		}
		this.wakeUps.deaf();
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

	/**
	 * Returns whether it was over before: cancelled, or its connection is lost or closed,
	 * and the client has subscribed again by itself.
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
		LockSupport.unpark(this.thread);
	}

	/**
	 * Ends it as far as possible now. The connection of a thread that is still inside is
	 * left to that thread: from a pool, it would be another's while this one reads.
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
		var subscription = opened.getSubscription();
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
