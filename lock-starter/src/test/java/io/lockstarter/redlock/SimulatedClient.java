package io.lockstarter.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;

/** Simulates an instance with its own clock. It may pause or crash. */
final class SimulatedClient implements MonotonicClock, MonotonicTimer, NodeConnector {

	static final Duration TIMEOUT = Duration.ofMillis(50);

	private final RedlockSimulation world;

	private final String name;

	private final double rate;

	final List<SimulatedLink> links = new ArrayList<>();

	final RedlockCommands commands;

	private long pausedUntil;

	boolean crashed;

	/** The number of pauses. */
	int pauses;

	SimulatedClient(RedlockSimulation world, String name, double rate, long longestTtl) {
		this.world = world;
		this.name = name;
		this.rate = rate;
		List<NodeUri> uris = new ArrayList<>();
		for (SimulatedNode node : world.nodes) {
			this.links.add(new SimulatedLink(world, this, node));
			uris.add(NodeUri.parse("redis://node:" + (1000 + uris.size())));
		}
		Quorum quorum = (world.flaw == SimulatedFlaw.HALF_IS_A_MAJORITY) ? new Quorum(uris.size(), uris.size() / 2)
				: new Quorum(uris.size());
		this.commands = new RedlockCommands(
				new RedlockSettings(uris, TIMEOUT, 0.01, "lock:", Duration.ofMillis(longestTtl)), quorum, this, this,
				this);
	}

	@Override
	public long nanos() {
		return (long) (this.world.events.now() * this.rate);
	}

	/** Schedules an event of this instance, in simulated time. */
	Runnable happen(long time, Runnable task) {
		return this.world.events.at(time, () -> {
			if (this.crashed) {
				return;
			}
			if (this.pausedUntil > this.world.events.now()) {
				happen(this.pausedUntil, task);
				return;
			}
			task.run();
		});
	}

	@Override
	public Runnable at(long own, Runnable task) {
		long late = (this.world.flaw == SimulatedFlaw.LATE_TIME_OUT) ? SimulatedEvents.millis(200) : 0;
		return happen((long) (own / this.rate) + 1 + late, task);
	}

	@Override
	public CompletionStage<NodeConnection> connect(NodeUri node) {
		return this.links.get(node.port() - 1000).connect();
	}

	@Override
	public boolean isClosed() {
		return this.crashed;
	}

	void pause(long until) {
		this.world.trace(this + " is paused");
		this.pausedUntil = Math.max(this.pausedUntil, until);
		this.pauses++;
	}

	void crash() {
		this.world.trace(this + " crashes");
		this.crashed = true;
	}

	@Override
	public String toString() {
		return this.name;
	}

}
