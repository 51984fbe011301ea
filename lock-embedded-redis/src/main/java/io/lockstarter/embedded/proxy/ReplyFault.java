package io.lockstarter.embedded.proxy;

/** Happens after Redis has applied the command and answered it. */
public non-sealed interface ReplyFault extends Fault {

	/**
	 * Returns when the reply's fate is known.
	 * @param sentNanos when the command was passed on to Redis, in
	 * {@link System#nanoTime()}
	 */
	Fate beforeReply(long sentNanos) throws InterruptedException;

	/** What becomes of a reply, and of the client's connection. */
	enum Fate {

		/** The reply reaches the client. */
		PASS_ON,

		/** The reply is lost and the connection ends in order (FIN). */
		LOSE_AND_CLOSE,

		/** The reply is lost and the connection breaks (RST). */
		LOSE_AND_RESET

	}

}
