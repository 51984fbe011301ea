package io.lockstarter.search;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.VirtualEngine;
import io.lockstarter.simulation.SimulationChoices;
import io.lockstarter.store.MonotonicTimer;

/**
 * An instance with its callers, on the real core. Its own steps take no time; only
 * messages and alarms do.
 */
final class SearchClient implements MonotonicTimer {

	private final String name;

	private final SearchWorld world;

	final VirtualEngine engine;

	final SearchConnection connection;

	final List<SearchCaller> callers = new ArrayList<>();

	private boolean crashed;

	SearchClient(String name, SearchWorld world, int callers) {
		this.name = name;
		this.world = world;
		this.connection = new SearchConnection(this, world);
		Executor soon = (task) -> world.soon(this, task);
		Executor threads = (task) -> world.blockingSoon(this, task);
		LockSettings settings = world.plan.settings();
		this.engine = new VirtualEngine(name, this.connection, settings, SimulationChoices.of(), world::now, this, soon,
				threads);
		for (int i = 0; i < callers; i++) {
			this.callers.add(new SearchCaller(name + "/" + i, this, world));
		}
	}

	@Override
	public Runnable at(long time, Runnable task) {
		return this.world.at(time, this, "check", task);
	}

	/** Resumes the caller that waits for a message, with a reply or without. */
	void resume(SearchMessage message) {
		SearchFiber fiber = message.fiber;
		if (fiber != null && !this.crashed) {
			this.world.resume(fiber);
		}
	}

	boolean isCrashed() {
		return this.crashed;
	}

	void crash() {
		this.world.trace.add(this, "crashes", null);
		this.crashed = true;
		this.world.network.cut(this);
	}

	void actions(List<SearchAction> into, boolean crashes) {
		if (this.crashed) {
			return;
		}
		this.callers.forEach((caller) -> caller.actions(into));
		if (crashes && this.callers.stream().anyMatch(SearchCaller::isBusy)) {
			into.add(new SearchAction(this.name + " crashes", this::crash, 0, 1));
		}
	}

	@Override
	public String toString() {
		return this.name;
	}

}
