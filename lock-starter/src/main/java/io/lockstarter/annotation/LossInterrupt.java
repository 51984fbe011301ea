package io.lockstarter.annotation;

import org.jspecify.annotations.Nullable;

/**
 * Interrupts a thread, but never after the call for which it was meant: a pooled thread
 * must not carry the interrupt into its next task. Calls nest: where an inner call takes
 * back its interrupt, the outer one is interrupted if its lock is lost as well.
 */
final class LossInterrupt implements Runnable {

	private static final ThreadLocal<@Nullable LossInterrupt> CURRENT = new ThreadLocal<>();

	private final Thread thread;

	private final @Nullable LossInterrupt outer;

	private boolean over;

	private boolean wanted;

	private boolean sent;

	/**
	 * Begins it, on the thread itself.
	 * @param thread the current thread
	 */
	LossInterrupt(Thread thread) {
		this.thread = thread;
		this.outer = CURRENT.get();
		CURRENT.set(this);
	}

	@Override
	public synchronized void run() {
		this.wanted = true;
		send();
	}

	// An interrupt that is pending is somebody else's, and is left to them.
	private synchronized void send() {
		if (this.wanted && !this.sent && !this.over && !this.thread.isInterrupted()) {
			this.sent = true;
			this.thread.interrupt();
		}
	}

	/**
	 * Ends it, on the thread itself, and takes back what was sent and not yet noticed.
	 * @return whether the thread was interrupted
	 */
	boolean stop() {
		synchronized (this) {
			if (this.over) {
				return this.sent;
			}
			this.over = true;
			if (this.sent) {
				Thread.interrupted();
			}
		}
		if (this.outer != null) {
			CURRENT.set(this.outer);
			this.outer.send();
		}
		else {
			CURRENT.remove();
		}
		return this.sent;
	}

}
