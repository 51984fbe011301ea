package io.lockstarter.redlock;

/** Decides whether a node still answers. */
final class Pulse {

	private final long patience;

	private int unanswered;

	/** The last answer, or the first command after all were answered. */
	private long progress;

	/**
	 * Nothing was sent yet.
	 * @param patience how long a node may answer nothing at all, in nanoseconds
	 */
	Pulse(long patience) {
		this.patience = patience;
	}

	/**
	 * Counts a command. The count and the time change together: else a second caller sees
	 * that something is unanswered, and the time of an answer long before it.
	 * @param now the time
	 * @return {@code false} if there was no answer for too long
	 */
	synchronized boolean sent(long now) {
		if (this.unanswered++ == 0) {
			this.progress = now;
		}
		return !isSilent(now);
	}

	/** Whether something is unanswered, and nothing was answered for too long. */
	synchronized boolean isSilent(long now) {
		return this.unanswered > 0 && now - this.progress > this.patience;
	}

	/** Whether it has answered everything. */
	synchronized boolean isQuiet() {
		return this.unanswered == 0;
	}

	/** A command was answered, or it has failed. */
	synchronized void answered(long now) {
		this.unanswered--;
		this.progress = now;
	}

}
