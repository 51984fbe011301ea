package io.lockstarter.embedded.proxy;

/**
 * A fault that occurs before the command reaches Redis. Later commands of the same
 * connection wait, as in a real network.
 */
public non-sealed interface RequestFault extends Fault {

	/** Waits until the command may be sent to Redis. */
	void beforeRequest() throws InterruptedException;

}
