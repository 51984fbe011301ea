package io.lockstarter.benchmarks.peers;

/** A lock that is held, to be given back by the thread that took it. */
@FunctionalInterface
public interface Held {

	void unlock();

}
