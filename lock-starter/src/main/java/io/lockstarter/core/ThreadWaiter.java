package io.lockstarter.core;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that waits for a lock; it is the owner itself. Who is about to be served, and
 * soon, spins for a moment: to be woken takes longer than many a hold.
 */
final class ThreadWaiter extends Waiter {

	private static final long SPIN = (Runtime.getRuntime().availableProcessors() > 1)
			? TimeUnit.MICROSECONDS.toNanos(30) : 0;

	private final Thread thread;

	/** Signalled since it last asked. */
	private volatile boolean called;

	private volatile boolean isNext;

	ThreadWaiter(Terms terms, long now) {
		super(Thread.currentThread(), terms, now);
		this.thread = Thread.currentThread();
	}

	@Override
	void signal() {
		this.called = true;
		unpark();
	}

	@Override
	void standBy() {
		this.isNext = true;
		unpark();
	}

	private void unpark() {
		if (Thread.currentThread() != this.thread) {
			LockSupport.unpark(this.thread);
		}
	}

	/** It is about to ask what to do: signals from here on are news. */
	void asks() {
		this.called = false;
	}

	/** Waits for a signal. */
	void sleep(Object on, long nanos) {
		if (this.isNext) {
			this.isNext = false;
			long end = System.nanoTime() + Math.min(SPIN, nanos);
			while (!this.called && System.nanoTime() - end < 0) {
				Thread.onSpinWait();
			}
		}
		if (!this.called) {
			LockSupport.parkNanos(on, nanos);
		}
	}

}
