package io.lockstarter.redlock;

/** Simulates the machine of a master: its clock, its pauses and its restarts. */
final class SimulatedNode {

	final SimulatedMaster master;

	private final RedlockSimulation world;

	private final int index;

	long pausedUntil;

	private boolean up = true;

	SimulatedNode(RedlockSimulation world, int index, double rate, long offsetMicros) {
		this.world = world;
		this.index = index;
		this.master = new SimulatedMaster(() -> (long) (world.events.now() * rate) / 1000 + offsetMicros, world.flaw);
	}

	boolean isUp() {
		return this.up;
	}

	void crash(boolean keepsData, long downtime) {
		if (!this.up) {
			return;
		}
		this.world.trace(this + " crashes, " + (keepsData ? "and keeps its data" : "and forgets its data"));
		this.up = false;
		this.world.clients.forEach((client) -> client.links.get(this.index).breaks(this.world.travel()));
		this.world.events.at(this.world.events.now() + downtime, () -> {
			this.world.trace(this + " is up again");
			this.up = true;
			this.master.restart(keepsData);
		});
	}

	@Override
	public String toString() {
		return "node " + this.index;
	}

}
