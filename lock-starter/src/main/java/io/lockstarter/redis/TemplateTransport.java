package io.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Sends commands through Spring's template, with any client. A pool may let a command
 * wait without limit for a connection, and clients fail on an interrupted thread. So a
 * worker connects and sends. While the worker has no connection, the caller can give up,
 * and nothing is sent. After that, the caller waits for another command time-out, since
 * the client may have to connect again.
 */
final class TemplateTransport implements RedisTransport {

	/** The attempt that the current worker runs. */
	private static final ThreadLocal<Attempt> CURRENT = new ThreadLocal<>();

	private final StringRedisTemplate template;

	private final RedisWorkers workers;

	private final ConnectionWait wait;

	private final boolean jedis;

	TemplateTransport(RedisConnectionFactory factory, RedisWorkers workers, ConnectionWait wait) {
		this.workers = workers;
		this.wait = wait;
		this.jedis = RedisLockStore.JEDIS && factory instanceof JedisConnectionFactory;
		this.template = new StringRedisTemplate(new UnboundConnectionFactory(factory, this::connected));
		// Otherwise Spring creates a proxy for every script call.
		this.template.setExposeConnection(true);
	}

	@Override
	public @Nullable Boolean setIfAbsent(String lock, String token, long ttlMillis) {
		return send(() -> this.template.opsForValue().setIfAbsent(lock, token, Duration.ofMillis(ttlMillis)));
	}

	@Override
	public <T> @Nullable T run(Script<T> script, List<String> keys, String... args) {
		return send(() -> {
			T reply = this.template.execute(script, keys, (Object[]) args);
			if (reply != null && script.reply(reply) == null) {
				throw new ClassCastException("The reply does not belong to this script");
			}
			return reply;
		});
	}

	private <T> @Nullable T send(Supplier<@Nullable T> command) {
		long until = System.nanoTime() + this.wait.left();
		Attempt mine = new Attempt();
		WorkerCall<@Nullable T> call = this.workers.start(() -> {
			CURRENT.set(mine);
			try {
				return command.get();
			}
			catch (NotConnectedException ex) {
				// If the caller gave up, the connection has not failed.
				if (mine.client == null && !wasInterrupted(ex)) {
					this.wait.failed(ex);
				}
				throw ex;
			}
			catch (RuntimeException ex) {
				if (this.jedis && mine.client != null && RedisFailures.isUnexpectedReply(ex)) {
					JedisPools.discard(mine.client);
				}
				throw ex;
			}
			finally {
				CURRENT.remove();
			}
		}, until - System.nanoTime());
		try {
			return call.await(until - System.nanoTime());
		}
		catch (TimeoutException ex) {
			if (this.jedis) {
				// Ends only its wait for a pool: a socket ignores the interrupt.
				call.interrupt();
			}
			if (mine.decided.compareAndSet(false, true)) {
				throw this.wait.overdue("no connection was free or could be opened in time");
			}
			return answered(call);
		}
	}

	private <T> @Nullable T answered(WorkerCall<@Nullable T> call) {
		try {
			return call.await(this.wait.commandTimeout());
		}
		catch (TimeoutException ex) {
			throw new QueryTimeoutException("The client did not answer within its time-out");
		}
		catch (RuntimeException ex) {
			// Without the cause: this class caused the interrupt, so it would mislead.
			throw wasInterrupted(ex) ? new QueryTimeoutException("The caller stopped waiting") : ex;
		}
	}

	/**
	 * On a Cluster, Jedis pauses between its attempts, and the interrupt ends the pause.
	 */
	private static boolean wasInterrupted(Throwable failure) {
		Throwable cause = failure;
		while (cause != null && !(cause instanceof InterruptedException)) {
			cause = cause.getCause();
		}
		return cause != null;
	}

	/** Runs on the worker before it sends. */
	private void connected(RedisConnection connection) {
		// Only this call makes Lettuce connect or use its pool.
		Object client = connection.getNativeConnection();
		if (this.jedis) {
			JedisPools.await(client);
		}
		this.wait.connected();
		Attempt mine = CURRENT.get();
		mine.client = client;
		if (!mine.decided.compareAndSet(false, true)) {
			throw new IllegalStateException("The caller has given up");
		}
	}

	/** Represents one command of one caller. */
	private static final class Attempt {

		/** Whether it was decided to send the command or to give up. */
		private final AtomicBoolean decided = new AtomicBoolean();

		/** The native client, once there is a connection. Only the worker uses it. */
		private @Nullable Object client;

	}

}
