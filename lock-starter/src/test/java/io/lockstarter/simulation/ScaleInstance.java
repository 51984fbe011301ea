package io.lockstarter.simulation;

import java.util.Random;
import java.util.concurrent.Executor;

import io.lockstarter.engine.VirtualEngine;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;

/** An instance of a {@link ScaleSimulation}. It never fails. */
final class ScaleInstance implements SimulatedTime.Machine, MonotonicClock, MonotonicTimer {

	private final SimulatedTime time;

	final VirtualEngine engine;

	/** How often its callers have acquired a lock. */
	int acquisitions;

	ScaleInstance(String name, ScaleSimulation world, long seed) {
		this.time = world.time;
		Executor soon = (task) -> this.time.at(this.time.now(), this, task);
		Executor blocking = (task) -> this.time.blockingAt(this.time.now(), this, task);
		this.engine = new VirtualEngine(name, new ScaleConnection(this, world), world.settings, new Random(seed), this,
				this, soon, blocking);
	}

	@Override
	public long nanos() {
		return this.time.now();
	}

	@Override
	public Runnable at(long time, Runnable task) {
		return (time == NEVER) ? () -> {
		} : this.time.at(time, this, task);
	}

	@Override
	public boolean isCrashed() {
		return false;
	}

	@Override
	public long pausedUntil() {
		return 0;
	}

}
