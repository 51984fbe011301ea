package io.lockstarter.benchmarks.load;

/** Work that a worker does on a command of the harness. */
interface Load {

	/** Does the work. One thread runs all loads of a worker. */
	Message handle(Message command) throws InterruptedException;

}
