package io.lockstarter.faults.drive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.proxy.TcpProxy;

/**
 * Five masters that know nothing of each other, and a network between each of them and
 * each client. At any time, no more than two of them are out of order.
 */
final class RedlockSite implements Site {

	private static final int NODES = 5;

	private static final int MINORITY = 2;

	private static final int LONGEST = 1500;

	private final AtomicLong lostReplies = new AtomicLong();

	private final List<EmbeddedRedis> nodes;

	/** One list for each client. */
	private final List<List<TcpProxy>> proxies;

	RedlockSite(int clients) {
		this.nodes = IntStream.range(0, NODES)
			.mapToObj((node) -> EmbeddedRedis.builder()
				.option("--enable-debug-command", "local")
				.option("--appendonly", "yes")
				.option("--appendfsync", "always")
				.start())
			.toList();
		this.proxies = IntStream.range(0, clients)
			.mapToObj((client) -> this.nodes.stream().map((node) -> TcpProxy.to(node.host(), node.port())).toList())
			.toList();
	}

	@Override
	public List<String> properties(int client) {
		// The time-out leaves a busy machine room; it must be no more than a third of the
		// ttl.
		return List.of("distributed-lock.redlock.node-timeout=200ms",
				"distributed-lock.redlock.nodes=" + this.proxies.get(client)
					.stream()
					.map((proxy) -> "redis://" + proxy.host() + ":" + proxy.port())
					.collect(Collectors.joining(",")));
	}

	@Override
	public List<EmbeddedRedis> masters() {
		return this.nodes;
	}

	@Override
	public int probePort() {
		return 0;
	}

	@Override
	public List<Fault> faults() {
		List<Fault> faults = new ArrayList<>();
		faults.addAll(new ServerFaults((random) -> this.nodes.get(random.nextInt(NODES)), LONGEST).all());
		faults.addAll(new NetworkFaults(this::someProxies, LONGEST, this.lostReplies).all());
		faults.add(new Fault("Redis killed and restarted", (random) -> {
			List<EmbeddedRedis> minority = minority(random).stream().map(this.nodes::get).toList();
			minority.forEach(EmbeddedRedis::kill);
			Pause.millis(random.nextInt(10, LONGEST));
			minority.forEach(EmbeddedRedis::restart);
		}));
		return faults;
	}

	/** Networks to one or two nodes, of one client or of all. */
	private List<TcpProxy> someProxies(RandomGenerator random) {
		List<Integer> minority = minority(random);
		int only = random.nextInt(this.proxies.size());
		boolean all = random.nextInt(3) == 0;
		return IntStream.range(0, this.proxies.size())
			.filter((client) -> all || client == only)
			.mapToObj(this.proxies::get)
			.flatMap((mine) -> minority.stream().map(mine::get))
			.toList();
	}

	private static List<Integer> minority(RandomGenerator random) {
		List<Integer> numbers = new ArrayList<>(IntStream.range(0, NODES).boxed().toList());
		Collections.shuffle(numbers, new Random(random.nextLong()));
		return numbers.subList(0, random.nextInt(1, MINORITY + 1));
	}

	@Override
	public long lostReplies() {
		return this.lostReplies.get();
	}

	@Override
	public void close() {
		this.proxies.forEach((mine) -> mine.forEach(TcpProxy::close));
		this.nodes.forEach(EmbeddedRedis::close);
	}

}
