package io.lockstarter.faults.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.proxy.TcpProxy;

/** One Redis, and a network of its own for each client. */
final class SingleSite implements Site {

	private static final int LONGEST = 1500;

	private final AtomicLong lostReplies = new AtomicLong();

	private final EmbeddedRedis redis;

	private final List<TcpProxy> proxies;

	/**
	 * Starts it.
	 * @param clients how many networks
	 * @param persistent whether it forgets nothing over a restart
	 */
	SingleSite(int clients, boolean persistent) {
		var builder = EmbeddedRedis.builder().option("--enable-debug-command", "local");
		this.redis = (persistent ? builder.option("--appendonly", "yes").option("--appendfsync", "always") : builder)
			.start();
		this.proxies = IntStream.range(0, clients)
			.mapToObj((client) -> TcpProxy.to(this.redis.host(), this.redis.port()))
			.toList();
	}

	@Override
	public List<String> properties(int client) {
		TcpProxy proxy = this.proxies.get(client);
		return List.of("spring.data.redis.host=" + proxy.host(), "spring.data.redis.port=" + proxy.port());
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
		faults.addAll(new ServerFaults((random) -> this.redis, LONGEST).all());
		faults.addAll(new NetworkFaults(this::someProxies, LONGEST, this.lostReplies).all());
		faults.add(new Fault("Redis killed and restarted", (random) -> {
			this.redis.kill();
			Pause.millis(random.nextInt(10, 300));
			this.redis.restart();
		}));
		return faults;
	}

	/** One client's network, or that of all. */
	private List<TcpProxy> someProxies(RandomGenerator random) {
		return (random.nextInt(3) == 0) ? this.proxies : List.of(this.proxies.get(random.nextInt(this.proxies.size())));
	}

	@Override
	public long lostReplies() {
		return this.lostReplies.get();
	}

	@Override
	public void close() {
		this.proxies.forEach(TcpProxy::close);
		this.redis.close();
	}

}
