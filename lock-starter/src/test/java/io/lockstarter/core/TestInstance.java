package io.lockstarter.core;

import java.time.Duration;
import java.util.List;

import io.lockstarter.LockListener;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.watchdog.Watchdog;

/** An instance on real threads, as an application has it. */
public final class TestInstance implements AutoCloseable {

	private final LockThreads threads = new LockThreads(MonotonicClock.system());

	private final LockEngine engine;

	public TestInstance(LockStore store, LockListener... listeners) {
		this(store, LockSettings.DEFAULT, listeners);
	}

	public TestInstance(LockStore store, LockSettings settings, LockListener... listeners) {
		this.engine = new LockEngine(store, settings, List.of(listeners), this.threads);
		new Watchdog(this.engine.leases(), store, this.threads.clock(), this.threads, this.threads.watchdog(),
				this.threads.sweepers());
	}

	public LockEngine locks() {
		return this.engine;
	}

	/** What the instance keeps in memory: nothing, when nobody holds or waits. */
	public int entries() {
		return this.engine.entries();
	}

	@Override
	public void close() {
		this.engine.close(Duration.ZERO);
		this.threads.close();
	}

}
