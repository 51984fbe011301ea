package io.lockstarter.benchmarks.peers;

import java.util.concurrent.CompletionStage;

/** A lock library in one JVM, connected to one Redis. */
public interface Contender extends AutoCloseable {

	/** Waits until this thread holds the lock. */
	HeldLock lock(String key);

	/** Waits until this thread holds the lock in a mode. */
	default HeldLock lock(String key, LockMode mode) {
		throw new UnsupportedOperationException(mode + " is not supported");
	}

	/**
	 * Acquires the lock without a thread that waits, runs the section, and releases the
	 * lock.
	 * @param key the key
	 * @param number a number that is different for each caller of this JVM
	 * @param section the section
	 * @return completes after the release
	 */
	default CompletionStage<?> runLocked(String key, long number, Runnable section) {
		throw new UnsupportedOperationException("Each waiter needs a thread");
	}

	@Override
	void close();

}
