package io.lockstarter.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Options of an {@link EmbeddedCluster}; all have a default. */
public final class EmbeddedClusterBuilder {

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private final List<String> arguments = new ArrayList<>();

	private int masters = 3;

	private int replicas = 1;

	private Duration nodeTimeout = Duration.ofMillis(1500);

	EmbeddedClusterBuilder() {
	}

	public EmbeddedClusterBuilder masters(int masters) {
		this.masters = masters;
		return this;
	}

	/** Sets the number of replicas of each master. */
	public EmbeddedClusterBuilder replicas(int replicas) {
		this.replicas = replicas;
		return this;
	}

	/** Sets the time without a reply after which the other nodes declare a node dead. */
	public EmbeddedClusterBuilder nodeTimeout(Duration nodeTimeout) {
		this.nodeTimeout = nodeTimeout;
		return this;
	}

	/** Adds arguments of all nodes. */
	public EmbeddedClusterBuilder args(String... arguments) {
		this.arguments.addAll(List.of(arguments));
		return this;
	}

	/** Starts all nodes and waits until they serve and all replicas are in sync. */
	public EmbeddedCluster start() {
		ServerGroup group = new ServerGroup();
		try {
			int size = this.masters * (1 + this.replicas);
			for (int i = 0; i < size; i++) {
				group.start(node());
			}
			List<EmbeddedRedis> nodes = group.all();
			shareSlots(nodes);
			meet(nodes);
			EmbeddedCluster cluster = new EmbeddedCluster(group);
			replicate(nodes);
			cluster.awaitServing();
			return cluster;
		}
		catch (RuntimeException ex) {
			group.close();
			throw ex;
		}
	}

	private EmbeddedRedisBuilder node() {
		return EmbeddedRedis.builder()
			.withBusPort()
			.option("--cluster-enabled", "yes")
			.option("--cluster-node-timeout", Long.toString(this.nodeTimeout.toMillis()))
			.option("--cluster-replica-validity-factor", "0")
			.args(this.arguments.toArray(String[]::new));
	}

	private void shareSlots(List<EmbeddedRedis> nodes) {
		for (int i = 0; i < nodes.size(); i++) {
			// Different epochs avoid conflicts about the owners of slots.
			nodes.get(i).command("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
		}
		for (int i = 0; i < this.masters; i++) {
			int from = EmbeddedCluster.SLOTS * i / this.masters;
			int to = EmbeddedCluster.SLOTS * (i + 1) / this.masters - 1;
			nodes.get(i).command(EmbeddedCluster.slotCommand("ADDSLOTS", from, to));
		}
	}

	private static void meet(List<EmbeddedRedis> nodes) {
		EmbeddedRedis first = nodes.get(0);
		for (EmbeddedRedis node : nodes.subList(1, nodes.size())) {
			first.command("CLUSTER", "MEET", node.host(), Integer.toString(node.port()));
		}
		Await.until("all nodes have met", TIMEOUT,
				() -> nodes.stream().allMatch((node) -> new ClusterView(node).knows(nodes.size())));
	}

	private void replicate(List<EmbeddedRedis> nodes) {
		List<EmbeddedRedis> replicas = nodes.subList(this.masters, nodes.size());
		for (int i = 0; i < replicas.size(); i++) {
			String master = ClusterView.idOf(nodes.get(i % this.masters));
			replicas.get(i).command("CLUSTER", "REPLICATE", master);
		}
		replicas.forEach(EmbeddedRedis::awaitInSync);
	}

}
