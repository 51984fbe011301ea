package io.lockstarter.autoconfigure;

import java.util.List;

import io.lockstarter.LockListener;
import io.lockstarter.core.LockEngine;
import io.lockstarter.core.LockSettings;
import io.lockstarter.core.LockThreads;
import io.lockstarter.store.LockStore;
import io.lockstarter.watchdog.Watchdog;

/**
 * The engine and its watchdog. They are made together, so that there is no lock without
 * renewal, not even one that is taken while other beans are still being made, or where
 * beans are made lazily.
 *
 * @param engine the engine
 * @param watchdog keeps its leases
 */
record LockInstance(LockEngine engine, Watchdog watchdog) {

	static LockInstance create(LockStore store, LockSettings settings, List<LockListener> listeners,
			LockThreads threads) {
		LockEngine engine = new LockEngine(store, settings, listeners, threads);
		return new LockInstance(engine,
				new Watchdog(engine.leases(), store, threads.clock(), threads, threads.watchdog(), threads.sweepers()));
	}

}
