package io.lockstarter.core;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;

import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;
import io.lockstarter.LossCause;
import io.lockstarter.store.LockStore;
import io.lockstarter.watchdog.Watchdog;

/**
 * An instance in virtual time: lanes, watchdog and a store, on no thread but the test's.
 */
final class VirtualInstance {

	final VirtualTime time;

	final Lanes lanes;

	final Commands commands;

	final Watchdog watchdog;

	final List<LossCause> losses = new ArrayList<>();

	final List<Exception> renewalFailures = new ArrayList<>();

	VirtualInstance(String name, VirtualTime time, LockStore store) {
		this(name, time, store, (task) -> time.at(time.nanos(), task));
	}

	VirtualInstance(String name, VirtualTime time, LockStore store, Executor sweepers) {
		this.time = time;
		LockListener listener = new LockListener() {

			@Override
			public void lost(LockRequest request, String token, LossCause cause) {
				VirtualInstance.this.losses.add(cause);
			}

			@Override
			public void renewalFailed(String key, String token, Exception failure) {
				VirtualInstance.this.renewalFailures.add(failure);
			}

		};
		// A worker is another thread, so what it does comes after what the lane is doing
		// now.
		Executor worker = (task) -> time.at(time.nanos(), task);
		this.lanes = new Lanes(store, LockSettings.DEFAULT, new Tokens(name, InstantSource.system()),
				new Backoff(RetrySettings.DEFAULT, new Random(1)), time, new Listeners(List.of(listener)),
				new Lanes.Helpers(Runnable::run, worker, worker));
		this.commands = new Commands(store, time, worker);
		this.watchdog = new Watchdog(this.lanes.ledger(), store, time, time, worker, sweepers);
	}

	/** Acquires a lock that is free. */
	Hold acquire(LockRequest request) {
		TestWaiter waiter = new TestWaiter(new Object(), request, this.time.nanos());
		Lane lane = this.lanes.ask(waiter);
		Step step = lane.next(waiter, this.time.nanos());
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
		return hold.isHeld(this.time);
	}

}
