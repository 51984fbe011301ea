package io.lockstarter.faults.drive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.lockstarter.embedded.EmbeddedRedis;

/**
 * Five masters that know nothing of each other, and a network between each of them and
 * each client. At any time, no more than two of them are out of order.
 */
final class RedlockSite implements Site {

	private static final int NODES = 5;

	private static final int MINORITY = 2;

	private static final int LONGEST = 1500;

	private final List<EmbeddedRedis> nodes;

	private final Networks networks;

	RedlockSite(int clients) {
		this.nodes = IntStream.range(0, NODES)
			.mapToObj((node) -> EmbeddedRedis.builder()
				.option("--enable-debug-command", "local")
				.option("--appendonly", "yes")
				.option("--appendfsync", "always")
				.start())
			.toList();
		this.networks = new Networks(clients, this.nodes);
	}

	@Override
	public List<String> properties(int client) {
		// The time-out leaves a busy machine room; it must be no more than a third of the
		// ttl.
		return List.of("distributed-lock.redlock.node-timeout=200ms",
				"distributed-lock.redlock.nodes=" + this.networks.of(client)
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
		faults.addAll(this.networks.faults(this::minority, LONGEST));
		faults.add(new Fault("Redis killed and restarted", (random) -> {
			List<EmbeddedRedis> minority = minority(random);
			minority.forEach(EmbeddedRedis::kill);
			Pause.millis(random.nextInt(10, LONGEST));
			minority.forEach(EmbeddedRedis::restart);
		}));
		return faults;
	}

	private List<EmbeddedRedis> minority(RandomGenerator random) {
		List<EmbeddedRedis> shuffled = new ArrayList<>(this.nodes);
		Collections.shuffle(shuffled, new Random(random.nextLong()));
		return shuffled.subList(0, random.nextInt(1, MINORITY + 1));
	}

	@Override
	public EmbeddedRedis serverOf(String key) {
		return this.nodes.get(0);
	}

	@Override
	public long lostReplies() {
		return this.networks.lostReplies();
	}

	@Override
	public void close() {
		this.networks.close();
		this.nodes.forEach(EmbeddedRedis::close);
	}

}
