package io.lockstarter.redlock;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Runs a schedule of real Redlock instances on simulated nodes, in virtual time and on
 * one thread. All random choices come from the seed.
 */
final class RedlockSimulation {

	static final String KEY = "k";

	private static final long[] SHORT_TTLS = { 160, 300, 1000 };

	private static final long LONG_TTL = 60_000;

	/** Enough time for all connections and their first commands. */
	private static final long SETTLING = SimulatedEvents.millis(8000);

	final SimulatedEvents events = new SimulatedEvents();

	final SimulatedFlaw flaw;

	final List<SimulatedNode> nodes = new ArrayList<>();

	final List<SimulatedClient> clients = new ArrayList<>();

	private final List<SimulatedHolder> holders = new ArrayList<>();

	private final List<String> lines = new ArrayList<>();

	private final SplittableRandom random;

	private final boolean traced;

	private final boolean longTtl;

	private final boolean lateBytes;

	private final boolean skewed;

	private final long latency;

	private final long calmFrom;

	private boolean lateApplied;

	private @Nullable String broken;

	long highestFence;

	int holds;

	RedlockSimulation(long seed, SimulatedFlaw flaw, boolean traced) {
		this.random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + 1);
		this.flaw = flaw;
		this.traced = traced;
		this.longTtl = chance(0.5);
		this.lateBytes = chance(0.2);
		this.skewed = chance(0.4);
		this.latency = chance(0.3) ? 20 : 2;
		this.calmFrom = SimulatedEvents.millis(between(1000, 4000));
		int count = chance(0.5) ? 3 : chance(0.2) ? 4 : 5;
		for (int i = 0; i < count; i++) {
			this.nodes.add(new SimulatedNode(this, i, 1 + drift(), 1_000_000_000L + offset()));
		}
		int instances = 2 + (chance(0.3) ? 1 : 0);
		for (int i = 0; i < instances; i++) {
			double rate = (flaw == SimulatedFlaw.DRIFT_PAST_MARGIN) ? 0.9 : 1 + drift();
			SimulatedClient client = new SimulatedClient(this, "i" + i, rate,
					this.longTtl ? LONG_TTL : SHORT_TTLS[SHORT_TTLS.length - 1]);
			this.clients.add(client);
			for (int j = 0; j < (chance(0.3) ? 2 : 1); j++) {
				this.holders.add(new SimulatedHolder(this, client, "" + (char) ('a' + j), (int) between(1, 5)));
			}
		}
	}

	/** Returns a clock speed. Any two speeds differ by at most the drift factor. */
	private double drift() {
		return chance(0.3) ? (chance(0.5) ? -0.0049 : 0.0049) : (this.random.nextDouble() - 0.5) * 0.0098;
	}

	/** Returns the offset of a node's clock, in microseconds. */
	private long offset() {
		return this.skewed ? between(-5000, 5000) * 1000 : between(-5, 5) * 1000;
	}

	/** Runs the schedule. */
	RedlockSimulation play() {
		// All instances connect to all nodes first: otherwise they cannot detect
		// restarts.
		run(SimulatedEvents.millis(500));
		for (SimulatedClient client : this.clients) {
			promise(client.commands.connected() == this.nodes.size(), "all are connected at first", client);
		}
		this.holders.forEach(SimulatedHolder::think);
		plan();
		long end = SimulatedEvents.millis(1_000_000);
		while (this.broken == null && !isQuiet() && this.events.runNext(end)) {
			check();
		}
		run(Math.max(this.events.now(), this.calmFrom) + SETTLING);
		if (this.broken == null) {
			atTheEnd();
		}
		return this;
	}

	private boolean isQuiet() {
		return this.holders.stream().allMatch(SimulatedHolder::isDone);
	}

	private void run(long until) {
		while (this.broken == null && this.events.runNext(until)) {
			check();
		}
	}

	private void plan() {
		boolean faulty = chance(0.85);
		int troubles = faulty ? (int) between(1, 12) : 0;
		for (int i = 0; i < troubles; i++) {
			this.events.at(this.events.now() + (long) (this.random.nextDouble() * this.calmFrom), this::trouble);
		}
		if (!this.skewed && chance(0.3)) {
			forgetTogether();
		}
		boolean restarts = faulty && chance(0.5);
		for (int i = 0; restarts && i < between(1, 3); i++) {
			// Numbers are not guaranteed if clocks differ by more than a ttl and data is
			// lost.
			boolean keepsData = this.skewed || chance(0.3);
			long downtime = SimulatedEvents.millis(chance(0.5) ? between(1, 20) : between(1, 1500));
			SimulatedNode node = any(this.nodes);
			this.events.at(this.events.now() + (long) (this.random.nextDouble() * this.calmFrom),
					() -> node.crash(keepsData, downtime));
		}
		if (faulty && chance(0.25)) {
			this.events.at(this.events.now() + (long) (this.random.nextDouble() * this.calmFrom),
					any(this.clients)::crash);
		}
	}

	/** Restarts a majority without its data, at about the same time. */
	private void forgetTogether() {
		long start = this.events.now() + SimulatedEvents.millis(between(100, 1500));
		for (SimulatedNode node : this.nodes.subList(0, this.nodes.size() / 2 + 1)) {
			this.events.at(start + SimulatedEvents.millis(between(0, 3)),
					() -> node.crash(false, SimulatedEvents.millis(between(1, 5))));
		}
	}

	private void trouble() {
		SimulatedNode node = any(this.nodes);
		SimulatedClient client = any(this.clients);
		SimulatedLink link = any(client.links);
		long until = this.events.now() + SimulatedEvents.millis(chance(0.7) ? between(1, 150) : between(100, 2000));
		switch ((int) between(0, 5)) {
			case 0 -> {
				trace(node + " is paused");
				node.pausedUntil = Math.max(node.pausedUntil, until);
			}
			case 1 -> client.pause(until);
			case 2 -> {
				trace("a link of " + client + " stalls");
				link.stall(until);
			}
			case 3 -> {
				trace("a connection of " + client + " breaks");
				link.breaks(chance(0.5) ? 0 : SimulatedEvents.millis(between(0, 100)));
			}
			case 4 -> {
				trace("all connections of " + client + " break");
				client.links.forEach((each) -> each.breaks(chance(0.5) ? 0 : SimulatedEvents.millis(between(0, 100))));
			}
			default -> node.master.forgetScripts();
		}
	}

	/** Checks the guarantees after each event. */
	private void check() {
		SimulatedHolder valid = null;
		for (SimulatedHolder holder : this.holders) {
			if (holder.holdsValidly()) {
				promise(valid == null, "P1: one valid holder at a time", valid + " and " + holder);
				valid = holder;
			}
		}
	}

	private void atTheEnd() {
		for (SimulatedHolder holder : this.holders) {
			promise(holder.isDone(), "everybody comes to an end", holder);
		}
		for (SimulatedNode node : this.nodes) {
			String left = node.master.get("lock:" + KEY);
			boolean crashed = this.clients.stream()
				.anyMatch((client) -> client.crashed && left != null && left.startsWith(client + ":"));
			promise(left == null || crashed || this.lateApplied, "P7: nothing stays on a node", node + " has " + left);
			promise(node.master.get("lock:~wanted:" + KEY) == null, "P7: no mark stays on a node", node);
		}
	}

	void promise(boolean kept, String promise, @Nullable Object who) {
		if (!kept && this.broken == null) {
			this.broken = promise + " [" + who + "]";
			trace("!! " + this.broken);
		}
	}

	/** Returns the broken promise, or {@code null}. */
	@Nullable String broken() {
		return this.broken;
	}

	void trace(String line) {
		trace(() -> line);
	}

	/** Adds a line that is created only if the trace is enabled. */
	void trace(Supplier<String> line) {
		if (this.traced) {
			this.lines.add("%10.3f ms  %s".formatted(this.events.now() / 1e6, line.get()));
		}
	}

	List<String> lines() {
		return this.lines;
	}

	/** Returns whether commands of an ended connection are still applied. */
	boolean late() {
		boolean late = this.lateBytes && chance(0.5);
		this.lateApplied |= late;
		return late;
	}

	long ttl() {
		return (this.longTtl && chance(0.7)) ? LONG_TTL : SHORT_TTLS[(int) between(0, SHORT_TTLS.length - 1)];
	}

	/** Returns the delay of a message. */
	long travel() {
		long most = chance(0.03) ? 10 * this.latency : this.latency;
		return 1 + (long) (this.random.nextDouble() * SimulatedEvents.millis(most));
	}

	boolean chance(double probability) {
		return this.random.nextDouble() < probability;
	}

	long between(long least, long most) {
		return this.random.nextLong(least, most + 1);
	}

	private <T> T any(List<T> some) {
		return some.get((int) between(0, some.size() - 1));
	}

}
