package io.lockstarter.faults.drive;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.EmbeddedSentinel;

/** A master, two replicas and three sentinels. */
final class SentinelSite implements Site {

	/** Less than it takes until a sentinel takes the master for dead. */
	private static final int LONGEST = 700;

	/** Only the clients notice. */
	private static final int LONGEST_OF_NETWORK = 1500;

	private static final int PATIENCE = 30_000;

	private final EmbeddedSentinel sentinel = EmbeddedSentinel.builder()
		.args("--enable-debug-command", "local")
		.start();

	private final Networks networks;

	private final int acks;

	/**
	 * Starts all.
	 * @param clients how many networks
	 * @param acks how many replicas must have a lock
	 */
	SentinelSite(int clients, int acks) {
		this.acks = acks;
		this.networks = new Networks(clients, this.sentinel.servers());
	}

	@Override
	public List<String> properties(int client) {
		List<String> properties = new ArrayList<>(
				List.of("spring.data.redis.sentinel.master=" + this.sentinel.masterName(),
						"spring.data.redis.sentinel.nodes=" + String.join(",", this.sentinel.sentinelAddresses()),
						this.networks.detours(client)));
		properties.add((this.acks > 0) ? "distributed-lock.replicas.min-acks=" + this.acks : Drivers.of(client));
		return properties;
	}

	@Override
	public List<EmbeddedRedis> masters() {
		return List.of(this.sentinel.master());
	}

	@Override
	public List<EmbeddedRedis> candidates() {
		return this.sentinel.servers();
	}

	@Override
	public int probePort() {
		return 0;
	}

	@Override
	public List<Fault> faults() {
		List<Fault> faults = new ArrayList<>(new ServerFaults((random) -> this.sentinel.master(), LONGEST).all());
		faults.addAll(this.networks.faults((random) -> masters(), LONGEST_OF_NETWORK));
		faults.add(new Fault("master killed, failover", (random) -> this.sentinel.rejoin(this.sentinel.failover())));
		faults.add(new Fault("master killed before replication, failover", (random) -> {
			List<EmbeddedRedis> replicas = this.sentinel.replicas();
			replicas.forEach(EmbeddedRedis::pause);
			Pause.millis(random.nextInt(100, 500));
			EmbeddedRedis master = this.sentinel.master();
			master.kill();
			replicas.forEach(EmbeddedRedis::resume);
			this.sentinel.awaitFailoverOf(master);
			this.sentinel.rejoin(master);
		}));
		faults.add(new Fault("master frozen, failover, master back", (random) -> {
			EmbeddedRedis master = this.sentinel.master();
			master.pause();
			Pause.until(PATIENCE, () -> this.sentinel.master() != master);
			Pause.millis(random.nextInt(1, 500));
			master.resume();
			this.sentinel.awaitFailoverOf(master);
		}));
		return faults;
	}

	@Override
	public EmbeddedRedis serverOf(String key) {
		return this.sentinel.master();
	}

	@Override
	public long lostReplies() {
		return this.networks.lostReplies();
	}

	@Override
	public void close() {
		this.networks.close();
		this.sentinel.close();
	}

}
