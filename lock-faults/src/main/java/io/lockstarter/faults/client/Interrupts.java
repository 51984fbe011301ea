package io.lockstarter.faults.client;

/**
 * Interrupts one worker, and knows afterwards whether it did: an interrupt must end, or
 * stay with, the attempt that it hit, and concern no other.
 */
final class Interrupts {

	private boolean sent;

	synchronized void send(Thread worker) {
		this.sent = true;
		worker.interrupt();
	}

	/**
	 * Ends an attempt of the calling thread, and clears its interrupt flag.
	 * @return what the attempt has seen of interrupts
	 */
	synchronized Seen take() {
		Seen seen = new Seen(this.sent, Thread.interrupted());
		this.sent = false;
		return seen;
	}

	/**
	 * The interrupts of one attempt.
	 *
	 * @param sent whether there was one
	 * @param flag whether the interrupt flag was set at the end
	 */
	record Seen(boolean sent, boolean flag) {
	}

}
