package io.lockstarter.faults.drive;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.proxy.TcpProxy;

/** A proxy between each client and each server. */
final class Networks implements AutoCloseable {

	private final AtomicLong lostReplies = new AtomicLong();

	private final List<EmbeddedRedis> servers;

	/** The proxies of each client, in the order of the servers. */
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

	/** Returns the proxies of a client, in the order of the servers. */
	List<TcpProxy> of(int client) {
		return this.proxies.get(client);
	}

	/**
	 * Returns the proxy for each server address that other servers report to a client.
	 * @see io.lockstarter.faults.client.PortMapping
	 */
	String portMapping(int client) {
		return "portMapping=" + IntStream.range(0, this.servers.size())
			.mapToObj((server) -> this.servers.get(server).port() + ":" + of(client).get(server).port())
			.collect(Collectors.joining(","));
	}

	/**
	 * Returns the faults between clients and servers.
	 * @param choice selects the servers of a fault
	 * @param maxMillis the maximum duration in milliseconds
	 */
	List<Fault> faults(Function<RandomGenerator, List<EmbeddedRedis>> choice, int maxMillis) {
		return new NetworkFaults((random) -> some(random, choice.apply(random)), maxMillis, this.lostReplies).all();
	}

	/** Returns the proxies of one client or of all clients. */
	private List<TcpProxy> some(RandomGenerator random, List<EmbeddedRedis> concerned) {
		boolean all = random.nextInt(3) == 0;
		int only = random.nextInt(this.proxies.size());
		return IntStream.range(0, this.proxies.size())
			.filter((client) -> all || client == only)
			.mapToObj(this::of)
			.flatMap((mine) -> concerned.stream().map((server) -> mine.get(this.servers.indexOf(server))))
			.toList();
	}

	/** Returns the number of commands that were applied but whose reply was lost. */
	long lostReplies() {
		return this.lostReplies.get();
	}

	@Override
	public void close() {
		this.proxies.forEach((mine) -> mine.forEach(TcpProxy::close));
	}

}
