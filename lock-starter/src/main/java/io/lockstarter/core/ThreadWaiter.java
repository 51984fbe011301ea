package io.lockstarter.core;

import java.util.concurrent.locks.LockSupport;

/** A thread that waits for a lock; it is the owner itself. */
final class ThreadWaiter extends Waiter {

	private final Thread thread;

	ThreadWaiter(Terms terms, long now) {
		super(Thread.currentThread(), terms, now);
		this.thread = Thread.currentThread();
	}

	@Override
	void signal() {
		if (Thread.currentThread() != this.thread) {
			LockSupport.unpark(this.thread);
		}
	}

}
