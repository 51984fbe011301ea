package io.lockstarter.faults.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.faults.client.Worker;

/** A Redis Cluster: three masters with a replica each. */
final class ClusterDeployment implements Deployment {

	/** Shorter than the time after which the other nodes declare a master dead. */
	private static final int MAX_MILLIS = 1000;

	/** Can be longer, because only the clients notice. */
	private static final int MAX_NETWORK_MILLIS = 1500;

	private final EmbeddedCluster cluster = EmbeddedCluster.builder().args("--enable-debug-command", "local").start();

	private final Networks networks;

	ClusterDeployment(int clients) {
		this.networks = new Networks(clients, this.cluster.nodes());
	}

	@Override
	public List<String> properties(int client) {
		return List.of("spring.data.redis.cluster.nodes=" + String.join(",", this.cluster.addresses()),
				Drivers.of(client), this.networks.portMapping(client));
	}

	@Override
	public List<EmbeddedRedis> masters() {
		return this.cluster.masters();
	}

	@Override
	public List<EmbeddedRedis> candidates() {
		return this.cluster.nodes();
	}

	@Override
	public int probePort() {
		return 0;
	}

	@Override
	public List<Fault> faults() {
		List<Fault> faults = new ArrayList<>(new ServerFaults(this::anyMaster, MAX_MILLIS).all());
		faults.addAll(this.networks.faults((random) -> List.of(anyMaster(random)), MAX_NETWORK_MILLIS));
		faults.add(new Fault("master killed, failover", (random) -> {
			EmbeddedRedis master = anyMaster(random);
			this.cluster.failover(master);
			this.cluster.rejoin(master);
		}));
		faults.add(new Fault("master killed before replication, failover", (random) -> {
			EmbeddedRedis master = anyMaster(random);
			List<EmbeddedRedis> replicas = this.cluster.replicasOf(master);
			replicas.forEach(EmbeddedRedis::pause);
			Pause.millis(random.nextInt(100, 500));
			master.kill();
			replicas.forEach(EmbeddedRedis::resume);
			this.cluster.awaitFailoverTo(replicas);
			this.cluster.rejoin(master);
		}));
		faults.add(new Fault("slots moved", this::moveSlots));
		return faults;
	}

	/** Moves the slots of some locks while the locks are in use. */
	private void moveSlots(RandomGenerator random) {
		EmbeddedRedis target = anyMaster(random);
		IntStream.range(0, Topology.CLUSTER.keys())
			.map((key) -> this.cluster.slot("lock:" + Worker.key(key)))
			.filter((slot) -> this.cluster.masterOf(slot) != target)
			.limit(3)
			.forEach((slot) -> this.cluster.migrateSlot(slot, target));
	}

	private EmbeddedRedis anyMaster(RandomGenerator random) {
		List<EmbeddedRedis> masters = this.cluster.masters();
		return masters.get(random.nextInt(masters.size()));
	}

	@Override
	public EmbeddedRedis serverOf(String key) {
		return this.cluster.masterOf(key);
	}

	@Override
	public long lostReplies() {
		return this.networks.lostReplies();
	}

	@Override
	public void close() {
		this.networks.close();
		this.cluster.close();
	}

}
