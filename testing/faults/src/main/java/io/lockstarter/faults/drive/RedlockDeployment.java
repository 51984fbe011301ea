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
 * Five independent masters, with a proxy between each of them and each client. At most
 * two masters have a fault at the same time.
 */
final class RedlockDeployment implements Deployment {

	private static final int NODES = 5;

	private static final int MINORITY = 2;

	private static final int MAX_MILLIS = 1500;

	private final List<EmbeddedRedis> nodes;

	private final Networks networks;

	RedlockDeployment(int clients) {
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
		// Long enough for a busy machine. It must be at most a third of the ttl.
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
		faults.addAll(new ServerFaults((random) -> this.nodes.get(random.nextInt(NODES)), MAX_MILLIS).all());
		faults.addAll(this.networks.faults(this::minority, MAX_MILLIS));
		faults.add(new Fault("Redis killed and restarted", (random) -> {
			List<EmbeddedRedis> minority = minority(random);
			minority.forEach(EmbeddedRedis::kill);
			Pause.millis(random.nextInt(10, MAX_MILLIS));
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
