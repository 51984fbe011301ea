package io.lockstarter.redlock;

/** Decides whether a node still answers. */
final class NodeHealth {

	private final long patience;

	private int unanswered;

	/** The time of the last answer, or of the first command after an idle time. */
	private long progress;

	/**
	 * Creates the state of a node that was sent nothing yet.
	 * @param patience the longest time without any answer, in nanoseconds
	 */
	NodeHealth(long patience) {
		this.patience = patience;
	}

	/**
	 * Counts a command. The count and the time must change together. Otherwise a second
	 * caller could see an unanswered command with the time of a much earlier answer.
	 * @param now the time
	 * @return {@code false} if there was no answer for too long
	 */
	synchronized boolean sent(long now) {
		if (this.unanswered++ == 0) {
			this.progress = now;
		}
		return !isSilent(now);
	}

	/** Returns whether a command is unanswered and no answer came for too long. */
	synchronized boolean isSilent(long now) {
		return this.unanswered > 0 && now - this.progress > this.patience;
	}

	/** Returns whether all commands were answered. */
	synchronized boolean isQuiet() {
		return this.unanswered == 0;
	}

	/** Counts a command that was answered or has failed. */
	synchronized void answered(long now) {
		this.unanswered--;
		this.progress = now;
	}

}
