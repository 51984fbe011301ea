package io.lockstarter.benchmarks.peers;

/** A lock library on one Redis, as one JVM has it. */
public interface Contender extends AutoCloseable {

	/** Waits until this thread has the key. */
	Held lock(String key);

	@Override
	void close();

}
