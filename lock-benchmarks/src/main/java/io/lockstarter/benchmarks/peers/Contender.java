package io.lockstarter.benchmarks.peers;

/** A lock library in one JVM, connected to one Redis. */
public interface Contender extends AutoCloseable {

	/** Waits until this thread holds the lock. */
	HeldLock lock(String key);

	/** Waits until this thread holds the lock in a mode. */
	default HeldLock lock(String key, LockMode mode) {
		throw new UnsupportedOperationException(mode + " is not supported");
	}

	@Override
	void close();

}
