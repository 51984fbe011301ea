package io.lockstarter.redis;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.ClusterSlotHashUtil;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Which keys may meet in one script, and which of them depend on the same server.
 */
interface Topology {

	/** One server: all keys may meet. */
	Topology SINGLE = new Topology() {

		@Override
		public int slot(String key) {
			return 0;
		}

		@Override
		public Object node(int slot) {
			return this;
		}

	};

	/**
	 * The slot of a key; only keys of one slot may meet.
	 * @param key the whole key
	 * @return its slot
	 */
	int slot(String key);

	/**
	 * The server of a slot.
	 * @param slot the slot
	 * @return the server, or {@code null} if that is not known
	 */
	@Nullable Object node(int slot);

	/**
	 * The topology behind a factory.
	 * @param factory the factory
	 * @return that of Redis Cluster if it gives cluster connections
	 */
	static Topology of(UnboundConnectionFactory factory) {
		return factory.isCluster() ? new Cluster(factory) : SINGLE;
	}

	/**
	 * Redis Cluster.
	 *
	 * @param factory gives its connections
	 */
	record Cluster(RedisConnectionFactory factory) implements Topology {

		@Override
		public int slot(String key) {
			return ClusterSlotHashUtil.calculateSlot(key.getBytes(StandardCharsets.UTF_8));
		}

		@Override
		public @Nullable Object node(int slot) {
			try (RedisClusterConnection connection = this.factory.getClusterConnection()) {
				return connection.clusterGetNodeForSlot(slot);
			}
			catch (RuntimeException ex) {
				return null;
			}
		}

	}

}
