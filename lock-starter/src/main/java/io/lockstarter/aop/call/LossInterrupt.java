package io.lockstarter.aop.call;

import io.lockstarter.engine.OwnLossAction;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts a thread, but never after its call has ended. A pooled thread must not carry
 * the interrupt into its next task. Calls may be nested. When an inner call clears its
 * interrupt, the outer call is interrupted if its own lock is lost as well.
 */
final class LossInterrupt implements OwnLossAction {

	private static final ThreadLocal<@Nullable LossInterrupt> CURRENT = new ThreadLocal<>();

	private final Thread thread;

	private final @Nullable LossInterrupt outer;

	private boolean over;

	private boolean requested;

	private boolean sent;

	/**
	 * Starts to watch a call. The calling thread must be the given thread.
	 * @param thread the current thread
	 */
	LossInterrupt(Thread thread) {
		this.thread = thread;
		this.outer = CURRENT.get();
		CURRENT.set(this);
	}

	@Override
	public boolean isImmediate() {
		return true;
	}

	@Override
	public synchronized void run() {
		this.requested = true;
		send();
	}

	// A pending interrupt comes from other code and must not be cleared later.
	private synchronized void send() {
		if (this.requested && !this.sent && !this.over && !this.thread.isInterrupted()) {
			this.sent = true;
			this.thread.interrupt();
		}
	}

	/**
	 * Ends with the call, on the thread itself. It clears an interrupt that was sent but
	 * not yet noticed.
	 * @return {@code true} if the thread was interrupted
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
