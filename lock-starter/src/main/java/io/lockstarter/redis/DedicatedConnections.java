package io.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Provides connections of the application's client that only one command uses at a time.
 * They are opened on demand, some are kept, and all end with the client. A connection is
 * closed after a failure, so that the client does not send the command again.
 */
final class DedicatedConnections {

	private static final int KEPT = 8;

	/** The start of Lettuce's message. With any other message, the connection failed. */
	private static final String NO_ADDRESS = "RedisURI is not available";

	private final LettuceConnectionFactory factory;

	private final ConcurrentLinkedDeque<StatefulConnection<byte[], byte[]>> idle = new ConcurrentLinkedDeque<>();

	private final AtomicInteger kept = new AtomicInteger();

	private final RedisWorkers workers;

	private final ConnectionWait wait;

	/**
	 * Whether the client has no address, as with a static list of master and replicas.
	 */
	private volatile boolean unaddressed;

	DedicatedConnections(LettuceConnectionFactory factory, RedisWorkers workers, ConnectionWait wait) {
		this.factory = factory;
		this.workers = workers;
		this.wait = wait;
	}

	/** Runs commands for one key on a connection that no other command uses meanwhile. */
	<T> @Nullable T with(String key, Function<LettuceCalls, @Nullable T> commands) {
		StatefulConnection<byte[], byte[]> connection = this.unaddressed ? null : take();
		if (connection == null) {
			return onConnectionOfTheFactory(commands);
		}
		boolean fine = false;
		try {
			T reply = commands.apply(new LettuceCalls(commandsFor(key, connection), this.factory.getTimeout()));
			fine = true;
			return reply;
		}
		finally {
			giveBack(connection, fine);
		}
	}

	/**
	 * Runs commands on a connection of the factory, which sends writes and {@code WAIT}
	 * to the master. The connection may be shared: then {@code WAIT} also counts and
	 * delays the writes of others.
	 */
	@SuppressWarnings("unchecked")
	private <T> @Nullable T onConnectionOfTheFactory(Function<LettuceCalls, @Nullable T> commands) {
		RedisConnection connection;
		RedisClusterAsyncCommands<byte[], byte[]> opened;
		try {
			connection = this.factory.getConnection();
			opened = (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
		}
		catch (RuntimeException ex) {
			throw new NotConnectedException(ex);
		}
		try (connection) {
			return commands.apply(new LettuceCalls(opened, this.factory.getTimeout()));
		}
	}

	private @Nullable StatefulConnection<byte[], byte[]> take() {
		StatefulConnection<byte[], byte[]> connection = this.idle.poll();
		while (connection != null) {
			this.kept.decrementAndGet();
			if (connection.isOpen()) {
				return connection;
			}
			var unused = connection.closeAsync();
			connection = this.idle.poll();
		}
		return open();
	}

	/** Opens a connection on another thread. If it is late, the next command uses it. */
	private @Nullable StatefulConnection<byte[], byte[]> open() {
		long until = System.nanoTime() + this.wait.left();
		WorkerCall<StatefulConnection<byte[], byte[]>> opened = this.workers.start(this::connect,
				until - System.nanoTime());
		try {
			return opened.await(until - System.nanoTime());
		}
		catch (TimeoutException ex) {
			var unused = opened.result().thenAccept((late) -> giveBack(late, true));
			throw this.wait.overdue("no connection could be opened in time");
		}
		catch (RuntimeException ex) {
			if (!String.valueOf(ex.getMessage()).startsWith(NO_ADDRESS)) {
				throw new NotConnectedException(ex);
			}
			this.unaddressed = true;
			return null;
		}
	}

	private StatefulConnection<byte[], byte[]> connect() {
		try {
			StatefulConnection<byte[], byte[]> opened = open(this.factory.getRequiredNativeClient());
			this.wait.connected();
			return opened;
		}
		catch (RuntimeException ex) {
			this.wait.failed(ex);
			throw ex;
		}
	}

	private static StatefulConnection<byte[], byte[]> open(AbstractRedisClient client) {
		if (client instanceof RedisClusterClient cluster) {
			return cluster.connect(ByteArrayCodec.INSTANCE);
		}
		return ((RedisClient) client).connect(ByteArrayCodec.INSTANCE);
	}

	private void giveBack(StatefulConnection<byte[], byte[]> connection, boolean fine) {
		if (fine && this.kept.incrementAndGet() <= KEPT) {
			this.idle.push(connection);
			return;
		}
		if (fine) {
			this.kept.decrementAndGet();
		}
		var unused = connection.closeAsync();
	}

	/**
	 * Returns the commands of a connection. On a Cluster, this is the connection to the
	 * node of the key, which may have to be opened first.
	 */
	private RedisClusterAsyncCommands<byte[], byte[]> commandsFor(String key,
			StatefulConnection<byte[], byte[]> connection) {
		if (connection instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster) {
			RedisClusterNode node = cluster.getPartitions()
				.getMasterBySlot(SlotHash.getSlot(key.getBytes(StandardCharsets.UTF_8)));
			try {
				return WorkerCall.await(cluster.getConnectionAsync(node.getNodeId()), this.wait.left()).async();
			}
			catch (TimeoutException ex) {
				throw this.wait.overdue("no connection could be opened in time");
			}
			catch (RuntimeException ex) {
				throw new NotConnectedException(ex);
			}
		}
		return ((StatefulRedisConnection<byte[], byte[]>) connection).async();
	}

}
