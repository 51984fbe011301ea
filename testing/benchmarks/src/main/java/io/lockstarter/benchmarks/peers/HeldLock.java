package io.lockstarter.benchmarks.peers;

/** A held lock. The thread that acquired it must release it. */
@FunctionalInterface
public interface HeldLock {

	void unlock();

}
