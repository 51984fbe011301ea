package io.lockstarter.benchmarks.peers;

/** A lock library in one JVM, connected to one Redis. */
public interface Contender extends AutoCloseable {

	/** Waits until this thread holds the lock. */
	HeldLock lock(String key);

	@Override
	void close();

}
