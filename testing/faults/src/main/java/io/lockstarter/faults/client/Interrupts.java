package io.lockstarter.faults.client;

/**
 * Interrupts one worker, and records which attempt was interrupted. An interrupt may
 * affect only the attempt during which it was sent.
 */
final class Interrupts {

	private boolean sent;

	synchronized void send(Thread worker) {
		this.sent = true;
		worker.interrupt();
	}

	/**
	 * Ends an attempt of the calling thread, and clears its interrupt flag.
	 * @return the interrupt of this attempt
	 */
	synchronized Seen take() {
		Seen seen = new Seen(this.sent, Thread.interrupted());
		this.sent = false;
		return seen;
	}

	/**
	 * The interrupts of one attempt.
	 *
	 * @param sent true if there was an interrupt
	 * @param flag true if the interrupt flag was set at the end
	 */
	record Seen(boolean sent, boolean flag) {
	}

}
