package io.lockstarter.core;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;

import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Timer;
import io.lockstarter.watchdog.Watchdog;
import org.jspecify.annotations.Nullable;

/**
 * An instance with a clock of its own, which may be paused and may crash. Its connection
 * is cut by a crash, and what it believes then counts no more.
 */
final class SimulatedInstance implements SimulatedTime.Machine, MonotonicClock, Timer {

	private final String name;

	private final SimulatedTime time;

	final SimulationLuck luck;

	private final double rate;

	final Lanes lanes;

	final Commands commands;

	final SimulatedConnection connection;

	/** What is being released, or was last. */
	@Nullable Tenure releasing;

	private boolean crashed;

	private long pausedUntil;

	SimulatedInstance(String name, Simulation world, SimulationLuck luck) {
		SimulationPlan plan = world.plan;
		this.luck = luck;
		SimulatedTime time = world.time;
		this.name = name;
		this.time = time;
		this.rate = luck.rate();
		if (this.rate != 1) {
			world.trace.count(SimulationKind.DRIFT);
		}
		this.connection = new SimulatedConnection(this, world);
		Executor threads = (task) -> time.blockingAt(time.now() + luck.stall(), this, task);
		Executor soon = (task) -> time.at(time.now() + luck.stall(), this, task);
		this.lanes = new Lanes(this.connection, plan.settings, new Tokens(name, InstantSource.fixed(Instant.EPOCH)),
				new Backoff(RetrySettings.DEFAULT, luck.choices), this, new Listeners(List.of()),
				new Lanes.Helpers(soon, soon, soon));
		this.commands = new Commands(this.connection, this, soon);
		new Watchdog(this.lanes.ledger(), this.connection, this, this, threads, threads);
	}

	String name() {
		return this.name;
	}

	@Override
	public long nanos() {
		return (long) (this.time.now() * this.rate);
	}

	/** When its clock shows a time. */
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
