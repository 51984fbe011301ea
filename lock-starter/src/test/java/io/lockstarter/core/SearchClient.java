package io.lockstarter.core;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

import io.lockstarter.store.Timer;
import io.lockstarter.watchdog.Watchdog;

/**
 * An instance with its callers, on the real core. What it does by itself it does at once;
 * only what comes from outside takes time.
 */
final class SearchClient implements Timer {

	private final String name;

	private final SearchWorld world;

	final Lanes lanes;

	final Commands commands;

	final SearchConnection connection;

	final Watchdog watchdog;

	final List<SearchCaller> callers = new ArrayList<>();

	private boolean crashed;

	SearchClient(String name, SearchWorld world, int callers) {
		this.name = name;
		this.world = world;
		this.connection = new SearchConnection(this, world);
		Executor soon = (task) -> world.soon(this, task);
		Executor threads = (task) -> world.blockingSoon(this, task);
		LockSettings settings = world.plan.settings();
		this.lanes = new Lanes(this.connection, settings, new Tokens(name, InstantSource.fixed(Instant.EPOCH)),
				new Backoff(world.plan.retry(), SimulationChoices.of()), world::now, new Listeners(List.of()),
				new Lanes.Helpers(soon, soon, soon));
		this.commands = new Commands(this.connection, world::now, soon);
		this.watchdog = new Watchdog(this.lanes.ledger(), this.connection, world::now, this, threads, threads);
		for (int i = 0; i < callers; i++) {
			this.callers.add(new SearchCaller(name + "/" + i, this, world));
		}
	}

	@Override
	public Runnable at(long time, Runnable task) {
		return this.world.at(time, this, "look", task);
	}

	/** The reply to a message, or that there will be none. */
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
