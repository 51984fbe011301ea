package io.lockstarter.embedded.proxy;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A gate that is open or shut. A thread waits while the gate is shut, and is counted. */
final class Gate {

	private final Lock lock = new ReentrantLock();

	private final Condition opened = this.lock.newCondition();

	private final AtomicLong heldBack = new AtomicLong();

	private boolean shut;

	void shut() {
		set(true);
	}

	void open() {
		set(false);
	}

	private void set(boolean shut) {
		this.lock.lock();
		try {
			this.shut = shut;
			this.opened.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	void pass() throws InterruptedException {
		this.lock.lockInterruptibly();
		try {
			if (this.shut) {
				this.heldBack.incrementAndGet();
			}
			while (this.shut) {
				this.opened.await();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	long heldBack() {
		return this.heldBack.get();
	}

}
