package io.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

import io.lockstarter.engine.VirtualEngine;
import io.lockstarter.lane.Lane;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import org.jspecify.annotations.Nullable;

/**
 * Simulates an instance with a clock of its own. It may be paused and may crash. A crash
 * cuts its connection, and its holds do not count any more.
 */
final class SimulatedInstance implements SimulatedTime.Machine, MonotonicClock, MonotonicTimer {

	private final String name;

	private final SimulatedTime time;

	final SimulationRandomness random;

	private final double rate;

	final VirtualEngine engine;

	final SimulatedConnection connection;

	/** The lane of the current or last release. */
	@Nullable Lane releasing;

	/** Signals do not reach the callers. */
	boolean losesSignals;

	private final List<Runnable> beforeNextResult = new ArrayList<>();

	/** The next result is not delivered. */
	boolean losesResult;

	private boolean onClientThread;

	private boolean crashed;

	private long pausedUntil;

	SimulatedInstance(String name, Simulation world, SimulationRandomness random) {
		SimulationPlan plan = world.plan;
		this.random = random;
		SimulatedTime time = world.time;
		this.name = name;
		this.time = time;
		this.rate = random.rate();
		if (this.rate != 1) {
			world.trace.count(SimulationKind.DRIFT);
		}
		this.connection = new SimulatedConnection(this, world);
		Executor threads = (task) -> time.blockingAt(time.now() + random.stall(), this, task);
		Executor soon = (task) -> time.at(time.now() + random.stall(), this, task);
		this.engine = plan.flaw.async
				? new VirtualEngine(name, this.connection, plan.settings, random.choices, this, this, soon, threads,
						new SimulatedExecutor(this, world, SimulatedExecutor.Role.WORKERS),
						new SimulatedExecutor(this, world, SimulatedExecutor.Role.RESULTS))
				: new VirtualEngine(name, this.connection, plan.settings, random.choices, this, this, soon, threads);
		if (plan.flaw == SimulationFlaw.LEFTOVER_CHECK_PER_LANE) {
			this.engine.forgetTokens();
		}
	}

	/** Runs the continuation of a reply on the thread of the client. */
	void onClientThread(Runnable continuation) {
		this.onClientThread = true;
		try {
			continuation.run();
		}
		finally {
			this.onClientThread = false;
		}
	}

	/** Registers an action that runs once, when a result is about to be delivered. */
	void beforeNextResult(Runnable action) {
		this.beforeNextResult.add(action);
	}

	void resultIsReady() {
		List<Runnable> actions = List.copyOf(this.beforeNextResult);
		this.beforeNextResult.clear();
		actions.forEach(Runnable::run);
	}

	boolean isOnClientThread() {
		return this.onClientThread;
	}

	String name() {
		return this.name;
	}

	@Override
	public long nanos() {
		return (long) (this.time.now() * this.rate);
	}

	/** Returns the simulated time at which its clock shows the given time. */
	long real(long own) {
		return (own == NEVER) ? NEVER : (long) (own / this.rate) + 1;
	}

	@Override
	public Runnable at(long own, Runnable task) {
		return (own == NEVER) ? () -> {
		} : this.time.at(real(own), this, task);
	}

	@Override
	public boolean isCrashed() {
		return this.crashed;
	}

	void crash() {
		this.crashed = true;
	}

	@Override
	public long pausedUntil() {
		return this.pausedUntil;
	}

	void pause(long until) {
		this.pausedUntil = until;
	}

	@Override
	public String toString() {
		return this.name;
	}

}
