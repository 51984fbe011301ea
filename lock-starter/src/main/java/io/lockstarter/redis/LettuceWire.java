package io.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.lettuce.core.AbstractRedisAsyncCommands;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.api.StatefulConnection;
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

	private final RedisWorkers workers;

	private final ConnectionWait wait;

	private final AtomicReference<@Nullable CompletableFuture<LettuceCalls>> connecting = new AtomicReference<>();

	private volatile @Nullable StatefulConnection<?, ?> known;

	LettuceWire(LettuceConnectionFactory factory, RedisWorkers workers, ConnectionWait wait) {
		this.factory = factory;
		this.workers = workers;
		this.wait = wait;
	}

	/** Whether a command can be sent at once. */
	boolean isConnected() {
		StatefulConnection<?, ?> last = this.known;
		return last != null && last.isOpen() && !this.factory.getValidateConnection();
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

	private LettuceCalls calls() {
		try {
			return isConnected() ? open() : connect();
		}
		catch (RuntimeException ex) {
			throw new NotConnectedException(ex);
		}
	}

	/**
	 * The factory connects, and validates, under a lock: one thread of ours asks it, and
	 * all callers wait for that one, each for its own time.
	 */
	private LettuceCalls connect() {
		CompletableFuture<LettuceCalls> started = new CompletableFuture<>();
		CompletableFuture<LettuceCalls> first = this.connecting.compareAndExchange(null, started);
		long until = System.nanoTime() + this.wait.left();
		if (first == null) {
			start(started, until - System.nanoTime());
		}
		try {
			return WorkerCall.await((first != null) ? first : started, until - System.nanoTime());
		}
		catch (TimeoutException ex) {
			throw new NotConnectedException("none could be opened in time");
		}
	}

	private void start(CompletableFuture<LettuceCalls> started, long nanos) {
		try {
			var unused = this.workers.start(this::open, nanos).result().whenComplete((calls, failure) -> {
				this.connecting.set(null);
				if (failure != null) {
					started.completeExceptionally(failure);
				}
				else {
					started.complete(calls);
				}
			});
		}
		catch (RuntimeException ex) {
			this.connecting.set(null);
			started.completeExceptionally(ex);
		}
	}

	@SuppressWarnings("unchecked")
	private LettuceCalls open() {
		try (RedisConnection connection = this.factory.getConnection()) {
			var commands = (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
			if (commands instanceof AbstractRedisAsyncCommands<?, ?> own && own.getConnection() != this.known) {
				this.known = own.getConnection();
			}
			return new LettuceCalls(commands, this.factory.getTimeout());
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
