package io.lockstarter.simulation;

import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/** A thread that runs events. Exactly one of these threads runs at any time. */
final class SimulatedThread extends Thread {

	private static final ArrayDeque<SimulatedThread> idle = new ArrayDeque<>();

	private @Nullable SimulatedTime time;

	private Runnable task = () -> {
	};

	private volatile boolean turn;

	private boolean waits;

	private volatile boolean idles;

	private SimulatedThread() {
		setDaemon(true);
	}

	/** Lets an idle thread run a task, and then events. */
	static void go(SimulatedTime time, Runnable task) {
		SimulatedThread thread;
		synchronized (idle) {
			thread = idle.poll();
		}
		if (thread == null) {
			thread = new SimulatedThread();
			thread.start();
		}
		thread.time = time;
		thread.task = task;
		thread.go();
	}

	/** Returns whether it waits in the middle of a task. */
	boolean waits() {
		return this.waits;
	}

	/** Runs events until one of them resumes it. */
	void await(SimulatedTime of) {
		this.waits = true;
		if (!of.runEvents(this)) {
			awaitTurn();
		}
	}

	/** Ends its wait. */
	void endWait() {
		this.waits = false;
		if (this != Thread.currentThread()) {
			go();
		}
	}

	/** Ends its wait after the simulation has stopped. */
	void unwind() {
		this.idles = false;
		this.waits = false;
		go();
		while (!this.idles) {
			LockSupport.parkNanos(1000);
		}
	}

	private void go() {
		this.turn = true;
		LockSupport.unpark(this);
	}

	private void awaitTurn() {
		while (!this.turn) {
			LockSupport.park(this);
		}
		this.turn = false;
	}

	@Override
	public void run() {
		while (true) {
			awaitTurn();
			SimulatedTime of = this.time;
			if (of != null) {
				of.run(this.task);
				of.runEvents(this);
			}
		}
	}

	/** Makes it available for another task. */
	void retire() {
		synchronized (idle) {
			idle.push(this);
		}
		this.idles = true;
	}

}
