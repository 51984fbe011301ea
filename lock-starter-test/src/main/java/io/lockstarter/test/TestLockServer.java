package io.lockstarter.test;

import io.lockstarter.engine.LockThreads;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;

/** The lock server of a test: its memory, its clock and its faults. */
final class TestLockServer implements AutoCloseable {

	private static final int RENEWERS = 3;

	private final MovableClock clock = new MovableClock();

	private final ServerFaults faults = new ServerFaults();

	private final InMemoryLockStore memory = new InMemoryLockStore(this.clock);

	private final InMemoryTestStore store = new InMemoryTestStore(this.memory, this.faults);

	/** Returns the store for the application, whose commands can fail. */
	InMemoryTestStore store() {
		return this.store;
	}

	/** Returns the store for the test itself, whose commands do not fail. */
	LockStore memory() {
		return this.memory;
	}

	ServerFaults faults() {
		return this.faults;
	}

	MovableClock clock() {
		return this.clock;
	}

	LockThreads newThreads() {
		return new LockThreads(this.clock, this.clock, RENEWERS);
	}

	@Override
	public void close() {
		this.clock.close();
	}

}
