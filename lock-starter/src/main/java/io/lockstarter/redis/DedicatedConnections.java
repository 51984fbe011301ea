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
 * Connections of the application's own client that only one command uses at a time. They
 * are opened when they are needed, some are kept, and all end with the client. One on
 * which something failed is closed: nothing of it is sent again.
 */
final class DedicatedConnections {

	private static final int KEPT = 8;

	/** How Lettuce says it; in other words, it is a connection that cannot be opened. */
	private static final String NO_ADDRESS = "RedisURI is not available";

	private final LettuceConnectionFactory factory;

	private final ConcurrentLinkedDeque<StatefulConnection<byte[], byte[]>> idle = new ConcurrentLinkedDeque<>();

	private final AtomicInteger kept = new AtomicInteger();

	private final RedisWorkers workers;

	private final ConnectionWait wait;

	/** The client knows no address: the servers of the factory are named one by one. */
	private volatile boolean unaddressed;

	DedicatedConnections(LettuceConnectionFactory factory, RedisWorkers workers, ConnectionWait wait) {
		this.factory = factory;
		this.workers = workers;
		this.wait = wait;
	}

	/** Runs commands for one key on a connection that nobody else has meanwhile. */
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
	 * Such a connection sends what writes to the master, and {@code WAIT} with it. It may
	 * be shared: then {@code WAIT} counts the writes of others too, and holds them up.
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

	/** Another thread opens it; what comes too late is kept for the next command. */
	private @Nullable StatefulConnection<byte[], byte[]> open() {
		long until = System.nanoTime() + this.wait.left();
		WorkerCall<StatefulConnection<byte[], byte[]>> opened = this.workers
			.start(() -> open(this.factory.getRequiredNativeClient()), until - System.nanoTime());
		try {
			return opened.await(until - System.nanoTime());
		}
		catch (TimeoutException ex) {
			var unused = opened.result().thenAccept((late) -> giveBack(late, true));
			throw new NotConnectedException("none could be opened in time");
		}
		catch (RuntimeException ex) {
			if (!String.valueOf(ex.getMessage()).startsWith(NO_ADDRESS)) {
				throw new NotConnectedException(ex);
			}
			this.unaddressed = true;
			return null;
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
	 * On a Cluster, the connection to the node of the key, and no other. It may have to
	 * be opened, too.
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
				throw new NotConnectedException("none could be opened in time");
			}
			catch (RuntimeException ex) {
				throw new NotConnectedException(ex);
			}
		}
		return ((StatefulRedisConnection<byte[], byte[]>) connection).async();
	}

}
