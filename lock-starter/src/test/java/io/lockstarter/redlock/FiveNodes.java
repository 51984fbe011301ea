package io.lockstarter.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.embedded.resp.RespFrame;

import static org.awaitility.Awaitility.await;

/**
 * Provides five servers for a test class, a proxy before each, and any number of stores
 * on them. It is for one test thread.
 */
public final class FiveNodes implements AutoCloseable {

	/**
	 * The node time-out for tests that do not test time-outs. It is long, since the
	 * machine may be busy.
	 */
	public static final Duration TIMEOUT = Duration.ofSeconds(5);

	private final List<EmbeddedRedis> servers = new ArrayList<>();

	private final List<TcpProxy> proxies = new ArrayList<>();

	private final List<RedlockStore> stores = new ArrayList<>();

	private FiveNodes() {
		for (int i = 0; i < 5; i++) {
			EmbeddedRedis server = EmbeddedRedis.start();
			this.servers.add(server);
			this.proxies.add(TcpProxy.to(server.host(), server.port()));
		}
	}

	public static FiveNodes start() {
		return new FiveNodes();
	}

	public EmbeddedRedis server(int node) {
		return this.servers.get(node);
	}

	public TcpProxy proxy(int node) {
		return this.proxies.get(node);
	}

	/** Returns a store that is connected to all running nodes. */
	public RedlockStore store() {
		return store(TIMEOUT, 0.01);
	}

	public RedlockStore store(Duration nodeTimeout, double driftFactor) {
		return store(nodeTimeout, driftFactor, this.proxies.stream().map(TcpProxy::port).toList());
	}

	/** Returns a store that does not use the proxies. */
	public RedlockStore storeWithoutProxies() {
		return store(TIMEOUT, 0.01, this.servers.stream().map(EmbeddedRedis::port).toList());
	}

	private RedlockStore store(Duration nodeTimeout, double driftFactor, List<Integer> ports) {
		List<NodeUri> uris = ports.stream().map((port) -> NodeUri.parse("redis://127.0.0.1:" + port)).toList();
		RedlockStore store = new RedlockStore(
				new RedlockSettings(uris, nodeTimeout, driftFactor, "lock:", Duration.ofMillis(100)), null);
		this.stores.add(store);
		awaitConnected(store);
		return store;
	}

	/** Waits until a store is connected to all running nodes. */
	public void awaitConnected(RedlockStore store) {
		long up = this.servers.stream().filter(EmbeddedRedis::isAlive).count();
		await().atMost(Duration.ofSeconds(60)).until(() -> store.connected() >= up);
	}

	/** Returns the value of a key on each running node; empty if there is none. */
	public List<String> values(String key) {
		return runningServers().stream().map((server) -> server.command("GET", key).text()).toList();
	}

	/** Returns all locks on all running nodes. */
	public List<String> locks() {
		return runningServers().stream()
			.flatMap((server) -> server.command("KEYS", "*").items().stream())
			.map(RespFrame::text)
			.filter((key) -> !key.contains("~fence:"))
			.toList();
	}

	private List<EmbeddedRedis> runningServers() {
		return this.servers.stream().filter(EmbeddedRedis::isAlive).toList();
	}

	public void kill(int... nodes) {
		IntStream.of(nodes).forEach((node) -> server(node).kill());
	}

	public void pause(int... nodes) {
		IntStream.of(nodes).forEach((node) -> server(node).pause());
	}

	/** Repairs all nodes and proxies, and closes all stores. */
	public void reset() {
		this.stores.forEach(RedlockStore::close);
		this.stores.clear();
		this.proxies.forEach(TcpProxy::heal);
		for (EmbeddedRedis server : this.servers) {
			server.resume();
			if (!server.isAlive()) {
				server.restart();
			}
			server.command("FLUSHALL");
		}
	}

	@Override
	public void close() {
		this.stores.forEach(RedlockStore::close);
		this.proxies.forEach(TcpProxy::close);
		this.servers.forEach(EmbeddedRedis::close);
	}

}
