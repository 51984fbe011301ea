package io.lockstarter.faults.drive;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.proxy.TcpProxy;

/** A network of its own between each client and each server. */
final class Networks implements AutoCloseable {

	private final AtomicLong lostReplies = new AtomicLong();

	private final List<EmbeddedRedis> servers;

	/** One list for each client. */
	private final List<List<TcpProxy>> proxies;

	Networks(int clients, List<EmbeddedRedis> servers) {
		this.servers = List.copyOf(servers);
		this.proxies = IntStream.range(0, clients)
			.mapToObj((client) -> this.servers.stream().map(Networks::to).toList())
			.toList();
	}

	private static TcpProxy to(EmbeddedRedis server) {
		return TcpProxy.to(server.host(), server.port());
	}

	/** What stands between a client and each of the servers. */
	List<TcpProxy> of(int client) {
		return this.proxies.get(client);
	}

	/**
	 * Where a client goes that is told the address of a server by other servers.
	 * @see io.lockstarter.faults.client.Detours
	 */
	String detours(int client) {
		return "detours=" + IntStream.range(0, this.servers.size())
			.mapToObj((server) -> this.servers.get(server).port() + ":" + of(client).get(server).port())
			.collect(Collectors.joining(","));
	}

	/**
	 * What goes wrong between clients and servers.
	 * @param choice which servers one fault concerns
	 * @param longest how long, in milliseconds
	 */
	List<Fault> faults(Function<RandomGenerator, List<EmbeddedRedis>> choice, int longest) {
		return new NetworkFaults((random) -> some(random, choice.apply(random)), longest, this.lostReplies).all();
	}

	/** Of one client, or of all. */
	private List<TcpProxy> some(RandomGenerator random, List<EmbeddedRedis> concerned) {
		boolean all = random.nextInt(3) == 0;
		int only = random.nextInt(this.proxies.size());
		return IntStream.range(0, this.proxies.size())
			.filter((client) -> all || client == only)
			.mapToObj(this::of)
			.flatMap((mine) -> concerned.stream().map((server) -> mine.get(this.servers.indexOf(server))))
			.toList();
	}

	/** How many commands were applied and not answered. */
	long lostReplies() {
		return this.lostReplies.get();
	}

	@Override
	public void close() {
		this.proxies.forEach((mine) -> mine.forEach(TcpProxy::close));
	}

}
