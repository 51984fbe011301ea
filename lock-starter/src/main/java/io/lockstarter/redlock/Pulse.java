package io.lockstarter.redlock;

import java.util.concurrent.atomic.AtomicInteger;

/** Whether a node still answers. */
final class Pulse {

	private final long patience;

	private final AtomicInteger unanswered = new AtomicInteger();

	private volatile long progress;

	/**
	 * Nothing was sent yet.
	 * @param patience how long a node may answer nothing at all, in nanoseconds
	 */
	Pulse(long patience) {
		this.patience = patience;
	}

	/** A command is sent; returns {@code false} if there was no answer for too long. */
	boolean sent(long now) {
		if (this.unanswered.getAndIncrement() == 0) {
			this.progress = now;
		}
		return now - this.progress <= this.patience;
	}

	/** Whether it has answered everything. */
	boolean isQuiet() {
		return this.unanswered.get() == 0;
	}

	void answered(long now) {
		this.progress = now;
		this.unanswered.decrementAndGet();
	}

}
