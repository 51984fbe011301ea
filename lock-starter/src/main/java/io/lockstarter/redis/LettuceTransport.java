package io.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.lettuce.core.AbstractRedisAsyncCommands;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettucePoolingClientConfiguration;

/**
 * Sends commands directly over the shared Lettuce connection. They arrive in the order in
 * which they were sent. Spring's template would cost more time than the lock itself.
 * Loaded only if Lettuce is present.
 */
final class LettuceTransport implements RedisTransport {

	private final LettuceConnectionFactory factory;

	private final RedisWorkers workers;

	private final ConnectionWait wait;

	private final AtomicReference<@Nullable CompletableFuture<LettuceCalls>> connecting = new AtomicReference<>();

	/**
	 * Whether the shared connection of the factory is closed before it is replaced. A
	 * pool keeps the replaced connection open, and a subclass may choose another one for
	 * each call. Then the factory is asked for each command, which takes its lock twice.
	 */
	private final boolean keepsConnection;

	private volatile @Nullable SharedConnection known;

	LettuceTransport(LettuceConnectionFactory factory, RedisWorkers workers, ConnectionWait wait) {
		this.factory = factory;
		this.workers = workers;
		this.wait = wait;
		this.keepsConnection = factory.getClass() == LettuceConnectionFactory.class
				&& !(factory.getClientConfiguration() instanceof LettucePoolingClientConfiguration);
	}

	/** Returns whether a command can be sent at once. */
	boolean isConnected() {
		return isUsable(this.known);
	}

	/** Returns whether there is a connection, even if it is validated before each use. */
	boolean hasConnection() {
		SharedConnection shared = this.known;
		return shared != null && shared.connection().isOpen();
	}

	private boolean isUsable(@Nullable SharedConnection shared) {
		return shared != null && shared.connection().isOpen() && !this.factory.getValidateConnection();
	}

	/** Returns whether the factory has a shared connection. */
	boolean isShared() {
		return this.factory.getShareNativeConnection() && this.factory.isRunning();
	}

	/**
	 * Returns whether an unanswered command ends with a time-out even if no thread waits
	 * for it.
	 */
	boolean endsByItself() {
		try {
			AbstractRedisClient client = isShared() ? this.factory.getNativeClient() : null;
			TimeoutOptions timeouts = (client != null) ? client.getOptions().getTimeoutOptions() : null;
			// A custom time-out for single commands may be unlimited.
			return timeouts != null && timeouts.isTimeoutCommands() && timeouts.isApplyConnectionTimeout()
					&& this.factory.getTimeout() > 0;
		}
		catch (IllegalStateException ex) { // the factory is being stopped
			return false;
		}
	}

	@Override
	public @Nullable Boolean setIfAbsent(String lock, String token, long ttlMillis) {
		return translated(this.factory, calls(), (calls) -> calls.setIfAbsent(lock, token, ttlMillis));
	}

	@Override
	public <T> @Nullable T run(Script<T> script, List<String> keys, String... args) {
		return translated(this.factory, calls(), (calls) -> calls.run(script, keys, args));
	}

	/** Does the same as {@link #setIfAbsent}, but does not wait for the reply. */
	CompletionStage<Boolean> sendIfAbsent(String lock, String token, long ttlMillis) {
		return calls().sendIfAbsent(lock, token, ttlMillis);
	}

	/** Does the same as {@link #run}, but does not wait for the reply. */
	<T> CompletionStage<@Nullable T> send(Script<T> script, List<String> keys, String... args) {
		return calls().send(script, keys, args);
	}

	/**
	 * Translates the failure of a future to the exception that Spring would throw. If a
	 * connection breaks, its commands fail with a checked network exception.
	 */
	RuntimeException translated(Throwable failure) {
		RuntimeException unchecked = (failure instanceof RuntimeException ex) ? ex : new RedisException(failure);
		RuntimeException translated = this.factory.translateExceptionIfPossible(unchecked);
		return (translated != null) ? translated : unchecked;
	}

	private LettuceCalls calls() {
		SharedConnection last = this.known;
		try {
			if (last == null || !isUsable(last)) {
				return connect();
			}
			return this.keepsConnection ? last.calls() : open();
		}
		catch (NotConnectedException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			throw new NotConnectedException(ex);
		}
	}

	/**
	 * Connects. The factory holds a lock while it connects and validates. So only one
	 * worker calls it, and all callers wait for this worker, each within its own limit.
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
			throw this.wait.overdue("no connection could be opened in time");
		}
	}

	private void start(CompletableFuture<LettuceCalls> started, long nanos) {
		try {
			var unused = this.workers.start(this::open, nanos).result().whenComplete((calls, failure) -> {
				if (failure != null) {
					this.wait.failed(failure);
					this.connecting.set(null);
					started.completeExceptionally(failure);
				}
				else {
					this.wait.connected();
					this.connecting.set(null);
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
			LettuceCalls calls = new LettuceCalls(commands, this.factory.getTimeout());
			if (commands instanceof AbstractRedisAsyncCommands<?, ?> own) {
				SharedConnection last = this.known;
				if (last == null || last.connection() != own.getConnection()) {
					this.known = new SharedConnection(own.getConnection(), calls);
				}
			}
			return calls;
		}
	}

	/** Runs a command, and translates Lettuce's exceptions to those of Spring. */
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

	/**
	 * The shared connection of the factory.
	 *
	 * @param connection the connection
	 * @param calls sends commands over it
	 */
	private record SharedConnection(StatefulConnection<?, ?> connection, LettuceCalls calls) {
	}

}
