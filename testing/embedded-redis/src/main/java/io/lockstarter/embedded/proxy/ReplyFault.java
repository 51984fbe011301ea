package io.lockstarter.embedded.proxy;

/** A fault that occurs after Redis has applied the command and replied. */
public non-sealed interface ReplyFault extends Fault {

	/**
	 * Decides what happens to the reply. May wait.
	 * @param sentNanos the {@link System#nanoTime()} at which the command was sent to
	 * Redis
	 */
	Fate beforeReply(long sentNanos) throws InterruptedException;

	/** Lists what can happen to a reply and to the connection of the client. */
	enum Fate {

		/** The reply reaches the client. */
		PASS_ON,

		/** The reply is lost and the connection is closed normally (FIN). */
		LOSE_AND_CLOSE,

		/** The reply is lost and the connection is reset (RST). */
		LOSE_AND_RESET

	}

}
