package io.lockstarter.embedded;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A Redis Cluster of this JVM's own, which ends with it: masters that share the slots
 * evenly, each with as many replicas. Nodes are told apart by their port.
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
	 * A command for all slots of a range; {@code ADDSLOTSRANGE} is not in Redis before 7.
	 * @param name {@code ADDSLOTS} or {@code DELSLOTS}
	 * @param from the first slot
	 * @param to the last slot
	 * @return the words of the command
	 */
	public static String[] slotCommand(String name, int from, int to) {
		return Stream.concat(Stream.of("CLUSTER", name), IntStream.rangeClosed(from, to).mapToObj(Integer::toString))
			.toArray(String[]::new);
	}

	/** All nodes, whatever they are at the moment, in the order of their start. */
	public List<EmbeddedRedis> nodes() {
		return this.group.all();
	}

	/** Host and port of each node, for {@code spring.data.redis.cluster.nodes}. */
	public List<String> addresses() {
		return nodes().stream().map(EmbeddedRedis::address).toList();
	}

	/** The nodes that are running and a master at the moment. */
	public List<EmbeddedRedis> masters() {
		return this.group.alive("master");
	}

	/** The nodes that are running and a replica of this master at the moment. */
	public List<EmbeddedRedis> replicasOf(EmbeddedRedis master) {
		return this.group.alive("slave")
			.stream()
			.filter((node) -> node.info("master_port").equals(Integer.toString(master.port())))
			.toList();
	}

	public int slot(String key) {
		return Integer.parseInt(this.group.alive().get(0).command("CLUSTER", "KEYSLOT", key).text());
	}

	/** The master that the first running node takes for the owner of a slot. */
	public EmbeddedRedis masterOf(int slot) {
		return this.group.byPort(new ClusterView(this.group.alive().get(0)).portOf(slot));
	}

	public EmbeddedRedis masterOf(String key) {
		return masterOf(slot(key));
	}

	/**
	 * Kills a master, and waits until one of its replicas has been promoted and all nodes
	 * that are left know of it and serve.
	 * @return the new master
	 */
	public EmbeddedRedis failover(EmbeddedRedis master) {
		List<EmbeddedRedis> heirs = replicasOf(master);
		if (heirs.isEmpty()) {
			throw new EmbeddedRedisException("Node " + master.port() + " has no replica that could follow it");
		}
		master.kill();
		return awaitFailoverTo(heirs);
	}

	/**
	 * Waits until one of these replicas, whose master is dead, has been promoted and all
	 * nodes that are left know of it and serve.
	 * @return the new master
	 */
	public EmbeddedRedis awaitFailoverTo(List<EmbeddedRedis> heirs) {
		Await.until("one of the replicas is promoted", TIMEOUT,
				() -> heirs.stream().anyMatch((heir) -> heir.info("role").equals("master")));
		awaitServing();
		return heirs.stream().filter((heir) -> heir.info("role").equals("master")).findFirst().orElseThrow();
	}

	/** Starts a node that was killed, and waits until it is a replica in sync. */
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
	 * Opens a slot for migration: from now on its owner answers for the keys that it has,
	 * and ASK for others.
	 */
	public SlotMigration beginMigration(int slot, EmbeddedRedis target) {
		SlotMigration migration = new SlotMigration(this, slot, masterOf(slot), target);
		migration.open();
		return migration;
	}

	/**
	 * Waits until all running nodes see a cluster that serves all slots, by masters that
	 * run, and the same owner of each slot.
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
