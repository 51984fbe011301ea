package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;

import io.lockstarter.LockListener;
import io.lockstarter.reactive.DefaultReactiveLockService;
import io.lockstarter.reactive.ReactiveLockService;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;

/** An instance on real threads, as an application has it. */
public final class TestInstance implements AutoCloseable {

	private final LockThreads threads = new LockThreads(MonotonicClock.system());

	private final LockEngine engine;

	public TestInstance(LockStore store, LockListener... listeners) {
		this(store, LockSettings.DEFAULT, listeners);
	}

	public TestInstance(LockStore store, LockSettings settings, LockListener... listeners) {
		this.engine = new LockEngine(store, settings, List.of(listeners), this.threads);
	}

	public LockEngine locks() {
		return this.engine;
	}

	/** Returns the service for code that uses Reactor. */
	public ReactiveLockService reactive() {
		return new DefaultReactiveLockService(this.engine, this.threads.results());
	}

	/**
	 * Returns the number of objects in memory for locks: zero if no caller holds or
	 * waits.
	 */
	public int entries() {
		return this.engine.entries();
	}

	@Override
	public void close() {
		this.engine.close(Duration.ZERO);
		this.threads.close();
	}

}
