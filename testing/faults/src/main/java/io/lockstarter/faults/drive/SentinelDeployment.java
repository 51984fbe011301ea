package io.lockstarter.faults.drive;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.EmbeddedSentinel;

/** A master, two replicas and three sentinels. */
final class SentinelDeployment implements Deployment {

	/** Shorter than the time after which a sentinel declares the master dead. */
	private static final int MAX_MILLIS = 700;

	/** Can be longer, because only the clients notice. */
	private static final int MAX_NETWORK_MILLIS = 1500;

	/** A failover may need several votes on a busy machine. */
	private static final int TIMEOUT = 90_000;

	private final EmbeddedSentinel sentinel = EmbeddedSentinel.builder()
		.args("--enable-debug-command", "local")
		.start();

	private final Networks networks;

	private final int acks;

	/**
	 * Starts the servers and the proxies.
	 * @param clients the number of clients
	 * @param acks the number of replicas that must confirm a lock
	 */
	SentinelDeployment(int clients, int acks) {
		this.acks = acks;
		this.networks = new Networks(clients, this.sentinel.servers());
	}

	@Override
	public List<String> properties(int client) {
		List<String> properties = new ArrayList<>(
				List.of("spring.data.redis.sentinel.master=" + this.sentinel.masterName(),
						"spring.data.redis.sentinel.nodes=" + String.join(",", this.sentinel.sentinelAddresses()),
						this.networks.portMapping(client)));
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
		List<Fault> faults = new ArrayList<>(new ServerFaults((random) -> this.sentinel.master(), MAX_MILLIS).all());
		faults.addAll(this.networks.faults((random) -> masters(), MAX_NETWORK_MILLIS));
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
			Pause.until(TIMEOUT, () -> this.sentinel.master() != master);
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
