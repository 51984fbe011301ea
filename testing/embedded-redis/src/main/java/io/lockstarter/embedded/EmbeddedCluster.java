package io.lockstarter.embedded;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A Redis Cluster that ends with this JVM. The masters share the slots evenly, and each
 * has the same number of replicas. The port identifies a node.
 */
public final class EmbeddedCluster implements AutoCloseable {

	static final int SLOTS = 16_384;

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private final ServerGroup group;

	EmbeddedCluster(ServerGroup group) {
		this.group = group;
	}

	/** Starts three masters with a replica each. */
	public static EmbeddedCluster start() {
		return builder().start();
	}

	public static EmbeddedClusterBuilder builder() {
		return new EmbeddedClusterBuilder();
	}

	/**
	 * Returns a command for all slots of a range. Redis before 7 has no
	 * {@code ADDSLOTSRANGE}.
	 * @param name {@code ADDSLOTS} or {@code DELSLOTS}
	 * @param from the first slot
	 * @param to the last slot
	 * @return the words of the command
	 */
	public static String[] slotCommand(String name, int from, int to) {
		return Stream.concat(Stream.of("CLUSTER", name), IntStream.rangeClosed(from, to).mapToObj(Integer::toString))
			.toArray(String[]::new);
	}

	/** Returns all nodes, in the order of their start. */
	public List<EmbeddedRedis> nodes() {
		return this.group.all();
	}

	/**
	 * Returns host and port of each node, for {@code spring.data.redis.cluster.nodes}.
	 */
	public List<String> addresses() {
		return nodes().stream().map(EmbeddedRedis::address).toList();
	}

	/** Returns the running nodes that are masters now. */
	public List<EmbeddedRedis> masters() {
		return this.group.alive("master");
	}

	/** Returns the running nodes that are replicas of this master now. */
	public List<EmbeddedRedis> replicasOf(EmbeddedRedis master) {
		return this.group.alive("slave")
			.stream()
			.filter((node) -> node.info("master_port").equals(Integer.toString(master.port())))
			.toList();
	}

	public int slot(String key) {
		return Integer.parseInt(this.group.alive().get(0).command("CLUSTER", "KEYSLOT", key).text());
	}

	/** Returns the owner of a slot, as the first running node knows it. */
	public EmbeddedRedis masterOf(int slot) {
		return this.group.byPort(new ClusterView(this.group.alive().get(0)).portOf(slot));
	}

	public EmbeddedRedis masterOf(String key) {
		return masterOf(slot(key));
	}

	/**
	 * Kills a master. Waits until one of its replicas is promoted, and all other nodes
	 * know it and serve.
	 * @return the new master
	 */
	public EmbeddedRedis failover(EmbeddedRedis master) {
		List<EmbeddedRedis> replicas = replicasOf(master);
		if (replicas.isEmpty()) {
			throw new EmbeddedRedisException("Node " + master.port() + " has no replica that could be promoted");
		}
		master.kill();
		return awaitFailoverTo(replicas);
	}

	/**
	 * Waits until one of these replicas of a dead master is promoted, and all other nodes
	 * know it and serve.
	 * @return the new master
	 */
	public EmbeddedRedis awaitFailoverTo(List<EmbeddedRedis> replicas) {
		Await.until("one of the replicas is promoted", TIMEOUT,
				() -> replicas.stream().anyMatch((replica) -> replica.info("role").equals("master")));
		awaitServing();
		return replicas.stream().filter((replica) -> replica.info("role").equals("master")).findFirst().orElseThrow();
	}

	/** Starts a killed node, and waits until it is a replica in sync. */
	public void rejoin(EmbeddedRedis node) {
		node.restart();
		Await.until("node " + node.port() + " is a replica", TIMEOUT, () -> node.info("role").equals("slave"));
		node.awaitInSync();
		awaitServing();
	}

	/** Moves a slot and its keys to another master. */
	public void migrateSlot(int slot, EmbeddedRedis target) {
		SlotMigration migration = beginMigration(slot, target);
		migration.moveKeys();
		migration.finish();
	}

	/**
	 * Opens a slot for migration. Its owner then serves the keys that it has, and replies
	 * ASK for others.
	 */
	public SlotMigration beginMigration(int slot, EmbeddedRedis target) {
		SlotMigration migration = new SlotMigration(this, slot, masterOf(slot), target);
		migration.open();
		return migration;
	}

	/**
	 * Waits until all slots are served by running masters, and all running nodes agree on
	 * the owner of each slot.
	 */
	void awaitServing() {
		Await.until("the cluster serves", TIMEOUT, () -> {
			List<EmbeddedRedis> alive = this.group.alive();
			List<Integer> ports = alive.stream().map(EmbeddedRedis::port).toList();
			List<ClusterView> views = alive.stream().map(ClusterView::new).toList();
			return views.stream().allMatch(ClusterView::isServing) && ports.containsAll(views.get(0).owners().values())
					&& views.stream().map(ClusterView::owners).distinct().count() == 1;
		});
	}

	@Override
	public void close() {
		this.group.close();
	}

}
