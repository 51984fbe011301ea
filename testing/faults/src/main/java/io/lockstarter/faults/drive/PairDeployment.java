package io.lockstarter.faults.drive;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.EmbeddedRedisBuilder;
import io.lockstarter.embedded.proxy.TcpProxy;

/**
 * A master and a replica that change their roles without loss of data, as operators do
 * before maintenance. The clients have one address, which moves to the new master. Some
 * clients stay connected to the old master for a while.
 */
final class PairDeployment implements Deployment {

	private static final int TIMEOUT = 30_000;

	private final EmbeddedRedis first = builder().start();

	private final EmbeddedRedis second = builder().replicaOf(this.first).start();

	private final List<TcpProxy> proxies;

	private final Networks networks;

	private volatile EmbeddedRedis master = this.first;

	PairDeployment(int clients) {
		this.second.awaitInSync();
		this.networks = new Networks(clients, List.of(this.first));
		this.proxies = IntStream.range(0, clients).mapToObj((client) -> this.networks.of(client).get(0)).toList();
	}

	private static EmbeddedRedisBuilder builder() {
		return EmbeddedRedis.builder()
			.option("--enable-debug-command", "local")
			.option("--repl-diskless-sync-delay", "0");
	}

	@Override
	public List<String> properties(int client) {
		TcpProxy proxy = this.proxies.get(client);
		// Two holders at a time are detected only if they hold the lock for a while.
		return List.of("spring.data.redis.host=" + proxy.host(), "spring.data.redis.port=" + proxy.port(),
				Drivers.of(client), "stay=150");
	}

	@Override
	public List<EmbeddedRedis> masters() {
		return List.of(this.master);
	}

	@Override
	public int probePort() {
		return 0;
	}

	@Override
	public List<Fault> faults() {
		Fault failover = new Fault("FAILOVER, clients left behind", this::failover);
		Fault kill = new Fault("CLIENT KILL", (random) -> this.master.command("CLIENT", "KILL", "TYPE", "normal"));
		return List.of(failover, failover, failover, failover, failover, failover, kill);
	}

	/**
	 * Leaves one client connected to the old master, or all clients but one. This mostly
	 * lasts longer than a ttl, so that locks expire which cannot be renewed there.
	 */
	private void failover(RandomGenerator random) {
		EmbeddedRedis old = this.master;
		EmbeddedRedis successor = (old == this.first) ? this.second : this.first;
		int one = random.nextInt(this.proxies.size());
		boolean leftBehind = random.nextBoolean();
		old.command("FAILOVER", "TO", successor.host(), Integer.toString(successor.port()), "TIMEOUT", "10000");
		if (!Pause.until(TIMEOUT, () -> successor.info("role").equals("master") && old.info("role").equals("slave"))) {
			throw new IllegalStateException("FAILOVER did not finish in time: " + old.lastLogLines());
		}
		this.master = successor;
		this.proxies.forEach((proxy) -> proxy.redirect(successor.host(), successor.port()));
		IntStream.range(0, this.proxies.size())
			.filter((client) -> (client == one) != leftBehind)
			.forEach((client) -> this.proxies.get(client).closeConnections());
		Pause.millis(random.nextInt(500, 2000));
		this.proxies.forEach(TcpProxy::closeConnections);
		old.awaitInSync();
	}

	@Override
	public EmbeddedRedis serverOf(String key) {
		return this.master;
	}

	@Override
	public boolean decidesAlone() {
		return true;
	}

	@Override
	public long lostReplies() {
		return this.networks.lostReplies();
	}

	@Override
	public void close() {
		this.networks.close();
		this.second.close();
		this.first.close();
	}

}
