package io.lockstarter.benchmarks.load;

/** What a worker does when the harness asks for it. */
interface Load {

	/** Returns when it is done, on the one thread that runs all loads of a worker. */
	Message handle(Message command) throws InterruptedException;

}
