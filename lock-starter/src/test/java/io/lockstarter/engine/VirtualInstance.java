package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;

import io.lockstarter.LockEvent;
import io.lockstarter.LockListener;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.TestWaiter;
import io.lockstarter.testsupport.VirtualTime;

/**
 * An instance in virtual time, with lanes, watchdog and store, on the thread of the test.
 */
final class VirtualInstance {

	final VirtualTime time;

	final LaneRegistry lanes;

	final Commands commands;

	final Releases releases;

	final Watchdog watchdog;

	final List<LockLostException.Reason> losses = new ArrayList<>();

	final List<Exception> renewalFailures = new ArrayList<>();

	VirtualInstance(String name, VirtualTime time, LockStore store) {
		this(name, time, store, (task) -> time.at(time.nanos(), task));
	}

	VirtualInstance(String name, VirtualTime time, LockStore store, Executor sweepers) {
		this.time = time;
		LockListener listener = new LockListener() {

			@Override
			public void lost(LockEvent.Lost event) {
				VirtualInstance.this.losses.add(event.reason());
			}

			@Override
			public void renewalFailed(LockEvent.Failed event) {
				VirtualInstance.this.renewalFailures.add(event.failure());
			}

		};
		// A worker is another thread, so its task runs after the current step of the
		// lane.
		Executor worker = (task) -> time.at(time.nanos(), task);
		VirtualEngine engine = new VirtualEngine(new LaneIndex.PerKey(), name, store, LockSettings.DEFAULT,
				new Random(1), List.of(listener),
				new EngineRuntime(time, time, Runnable::run, worker, worker, worker, worker, sweepers));
		this.lanes = engine.lanes;
		this.commands = engine.commands;
		this.releases = engine.releases;
		this.watchdog = engine.watchdog();
	}

	/** Acquires a lock that is free. */
	Hold acquire(LockRequest request) {
		TestWaiter waiter = new TestWaiter(new Object(), request, this.time.nanos());
		Lane lane = this.lanes.ask(waiter);
		AcquireStep step = lane.next(waiter, this.time.nanos());
		while (step instanceof Attempt attempt) {
			this.commands.acquire(lane, attempt);
			step = lane.next(waiter, this.time.nanos());
		}
		Hold hold = waiter.hold();
		if (hold == null) {
			throw new AssertionError("not acquired: " + waiter.refusal());
		}
		return hold;
	}

	boolean isHeld(Hold hold) {
		return hold.isHeld(this.time.nanos());
	}

}
