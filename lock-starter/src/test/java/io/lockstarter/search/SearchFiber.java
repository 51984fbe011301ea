package io.lockstarter.search;

import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Runs code that blocks, step by step. The thread that starts or resumes it continues
 * when the fiber blocks again or has ended. So exactly one of them runs at any time.
 */
final class SearchFiber extends Thread {

	private static final ArrayDeque<SearchFiber> idle = new ArrayDeque<>();

	private Runnable task = () -> {
	};

	private @Nullable Thread driver;

	private volatile boolean runs;

	private volatile boolean cancelled;

	private volatile boolean ended;

	private SearchFiber() {
		setDaemon(true);
	}

	/** Runs a task until it blocks or ends; returns it if it has blocked. */
	static @Nullable SearchFiber start(Runnable task) {
		SearchFiber fiber;
		synchronized (idle) {
			fiber = idle.poll();
		}
		if (fiber == null) {
			fiber = new SearchFiber();
			fiber.start();
		}
		fiber.task = task;
		fiber.cancelled = false;
		fiber.ended = false;
		return fiber.go() ? fiber : null;
	}

	/** Blocks the calling fiber until it is resumed. */
	static void block() {
		SearchFiber me = (SearchFiber) Thread.currentThread();
		if (!me.cancelled) {
			me.pause();
		}
		if (me.cancelled) {
			throw new IllegalStateException("the search has abandoned this state");
		}
	}

	/**
	 * Resumes it until it blocks or ends.
	 * @param cancel whether all its waits fail from now on
	 * @return whether it has blocked; otherwise it may run another task now
	 */
	boolean resume(boolean cancel) {
		this.cancelled = cancel;
		return go();
	}

	private boolean go() {
		this.driver = Thread.currentThread();
		this.runs = true;
		LockSupport.unpark(this);
		while (this.runs) {
			LockSupport.park(this);
		}
		boolean blocks = !this.ended;
		if (!blocks) {
			synchronized (idle) {
				idle.push(this);
			}
		}
		return blocks;
	}

	/** Lets the driver continue, and waits for the next turn. */
	private void pause() {
		this.runs = false;
		LockSupport.unpark(this.driver);
		awaitTurn();
	}

	private void awaitTurn() {
		while (!this.runs) {
			LockSupport.park(this);
		}
	}

	@Override
	public void run() {
		awaitTurn();
		while (true) {
			this.task.run();
			this.ended = true;
			pause();
		}
	}

}
