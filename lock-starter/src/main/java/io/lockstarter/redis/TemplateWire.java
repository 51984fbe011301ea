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
 * By Spring's template, with any client. A pool may let a command wait for its connection
 * without limit, and clients fail on a thread that is interrupted: so another thread
 * connects and sends. As long as it has no connection, the caller can give up, and
 * nothing is sent. Afterwards it waits for one command time-out more: the client may have
 * to connect once more, which takes its own time.
 */
final class TemplateWire implements Wire {

	/** Whether the command of a worker was sent, or given up. */
	private static final ThreadLocal<AtomicBoolean> DECIDED = new ThreadLocal<>();

	private final StringRedisTemplate template;

	private final RedisWorkers workers;

	private final ConnectionWait wait;

	private final boolean jedis;

	TemplateWire(RedisConnectionFactory factory, RedisWorkers workers, ConnectionWait wait) {
		this.workers = workers;
		this.wait = wait;
		this.jedis = RedisLockStore.JEDIS && factory instanceof JedisConnectionFactory;
		this.template = new StringRedisTemplate(new UnboundConnectionFactory(factory, this::connected));
		// Otherwise every script call would go through a proxy made for it alone.
		this.template.setExposeConnection(true);
	}

	@Override
	public @Nullable Boolean setIfAbsent(String lock, String token, long ttlMillis) {
		return send(() -> this.template.opsForValue().setIfAbsent(lock, token, Duration.ofMillis(ttlMillis)));
	}

	@Override
	public <T> @Nullable T run(Script<T> script, List<String> keys, String... args) {
		return send(() -> this.template.execute(script, keys, (Object[]) args));
	}

	private <T> @Nullable T send(Supplier<@Nullable T> command) {
		long until = System.nanoTime() + this.wait.left();
		AtomicBoolean mine = new AtomicBoolean();
		WorkerCall<@Nullable T> call = this.workers.start(() -> {
			DECIDED.set(mine);
			try {
				return command.get();
			}
			finally {
				DECIDED.remove();
			}
		}, until - System.nanoTime());
		try {
			return call.await(until - System.nanoTime());
		}
		catch (TimeoutException ex) {
			if (this.jedis) {
				// Ends its wait for a pool, and nothing else: a socket ignores it.
				call.interrupt();
			}
			if (mine.compareAndSet(false, true)) {
				throw new NotConnectedException("none was free or could be opened in time");
			}
			return answered(call);
		}
	}

	private <T> @Nullable T answered(WorkerCall<@Nullable T> call) {
		try {
			return call.await(this.wait.commandTimeout());
		}
		catch (TimeoutException ex) {
			throw new QueryTimeoutException("The client did not return within its time-out");
		}
		catch (RuntimeException ex) {
			// Without its cause: the interrupt was ours, and says nothing to the caller.
			throw wasInterrupted(ex) ? new QueryTimeoutException("The time of the caller was over") : ex;
		}
	}

	/** On a Cluster, Jedis pauses between its own tries, and the interrupt ends that. */
	private static boolean wasInterrupted(Throwable failure) {
		Throwable cause = failure;
		while (cause != null && !(cause instanceof InterruptedException)) {
			cause = cause.getCause();
		}
		return cause != null;
	}

	/** On the worker, before it sends. */
	private void connected(RedisConnection connection) {
		// Lettuce connects, or asks its pool, only now.
		Object client = connection.getNativeConnection();
		if (this.jedis) {
			JedisPoolWait.await(client);
		}
		if (!DECIDED.get().compareAndSet(false, true)) {
			throw new IllegalStateException("The caller has given up");
		}
	}

}
