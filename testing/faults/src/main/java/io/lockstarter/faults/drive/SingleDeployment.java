package io.lockstarter.faults.drive;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.proxy.TcpProxy;

/** One Redis, with a proxy for each client. */
final class SingleDeployment implements Deployment {

	private static final int MAX_MILLIS = 1500;

	private final EmbeddedRedis redis;

	private final Networks networks;

	private final boolean persistent;

	/**
	 * Starts the server and the proxies.
	 * @param clients the number of clients
	 * @param persistent true if the data survives a restart
	 */
	SingleDeployment(int clients, boolean persistent) {
		this.persistent = persistent;
		var builder = EmbeddedRedis.builder().option("--enable-debug-command", "local");
		this.redis = (persistent ? builder.option("--appendonly", "yes").option("--appendfsync", "always") : builder)
			.start();
		this.networks = new Networks(clients, List.of(this.redis));
	}

	@Override
	public List<String> properties(int client) {
		TcpProxy proxy = this.networks.of(client).get(0);
		List<String> properties = new ArrayList<>(
				List.of("spring.data.redis.host=" + proxy.host(), "spring.data.redis.port=" + proxy.port()));
		properties.addAll(this.persistent ? List.of(Drivers.of(client)) : Drivers.withSmallPool(client));
		return properties;
	}

	@Override
	public List<EmbeddedRedis> masters() {
		return List.of(this.redis);
	}

	@Override
	public int probePort() {
		return this.redis.port();
	}

	@Override
	public List<Fault> faults() {
		List<Fault> faults = new ArrayList<>();
		faults.addAll(new ServerFaults((random) -> this.redis, MAX_MILLIS).all());
		faults.addAll(this.networks.faults((random) -> masters(), MAX_MILLIS));
		faults.add(new Fault("Redis killed and restarted", (random) -> {
			this.redis.kill();
			Pause.millis(random.nextInt(10, 300));
			this.redis.restart();
		}));
		return faults;
	}

	@Override
	public List<String> conditions() {
		return this.persistent ? List.of() : List.of(Drivers.SMALL_POOL);
	}

	@Override
	public EmbeddedRedis serverOf(String key) {
		return this.redis;
	}

	@Override
	public boolean decidesAlone() {
		return this.persistent;
	}

	@Override
	public long lostReplies() {
		return this.networks.lostReplies();
	}

	@Override
	public void close() {
		this.networks.close();
		this.redis.close();
	}

}
