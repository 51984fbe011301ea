package io.lockstarter.annotation;

/**
 * Interrupts a thread, but never after the call for which it was meant: a pooled thread
 * must not carry the interrupt into its next task.
 */
final class LossInterrupt implements Runnable {

	private final Thread thread;

	private boolean over;

	private boolean sent;

	LossInterrupt(Thread thread) {
		this.thread = thread;
	}

	@Override
	public synchronized void run() {
		// An interrupt that is pending is somebody else's, and is left to them.
		if (!this.over && !this.thread.isInterrupted()) {
			this.sent = true;
			this.thread.interrupt();
		}
	}

	/**
	 * Ends it, on the thread itself, and takes back what was sent and not yet noticed.
	 * @return whether the thread was interrupted
	 */
	synchronized boolean stop() {
		if (!this.over) {
			this.over = true;
			if (this.sent) {
				Thread.interrupted();
			}
		}
		return this.sent;
	}

}
