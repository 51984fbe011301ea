package io.lockstarter.embedded.proxy;

/**
 * Happens before the command reaches Redis. Commands behind it on the same connection
 * wait, as they would on a real one.
 */
public non-sealed interface RequestFault extends Fault {

	/** Returns when the command may go on. */
	void beforeRequest() throws InterruptedException;

}
