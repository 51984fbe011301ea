package io.lockstarter.core;

/**
 * A command that a waiter's driver is to send; its outcome goes back to the lane.
 *
 * @param waiter the waiter whose driver sends it
 * @param token the token, of this attempt alone
 * @param ttl the ttl
 * @param longestTtl the longest that was sent with this token, answered or not: for so
 * long it may be in the lock server
 * @param scripted {@code false}: plain acquire first; {@code true}: the script at once,
 * which also tells who has the key, and whether this token has it already
 * @param queued whether its token stands in the queue of instances already
 * @param doubtful whether it may have been applied, or may still be, whatever was
 * answered (rule D)
 * @param fences how many fencing numbers to take with it
 * @param firstFence the first of them, once it was taken with them
 */
record Attempt(Waiter waiter, String token, long ttl, long longestTtl, boolean scripted, boolean queued,
		boolean doubtful, int fences, long firstFence) implements Step {

	Attempt doubted(boolean more) {
		return (more && !this.doubtful) ? new Attempt(this.waiter, this.token, this.ttl, this.longestTtl, this.scripted,
				this.queued, true, this.fences, this.firstFence) : this;
	}

	Attempt fenced(long first) {
		return (first != this.firstFence) ? new Attempt(this.waiter, this.token, this.ttl, this.longestTtl,
				this.scripted, this.queued, this.doubtful, this.fences, first) : this;
	}

	/**
	 * The same attempt, which stands in the queue, asks again for whoever is first now.
	 */
	Attempt again(Waiter head) {
		long ttl = head.terms().ttl();
		return new Attempt(head, this.token, ttl, Math.max(ttl, this.longestTtl), true, true, this.doubtful, 0, 0);
	}

	/** The same, and a longer ttl was sent with it since. */
	Attempt mayLast(long longest) {
		return (longest > this.longestTtl) ? new Attempt(this.waiter, this.token, this.ttl, longest, this.scripted,
				this.queued, this.doubtful, this.fences, this.firstFence) : this;
	}

	/**
	 * Whether it goes on by script after the plain acquire found the key taken: perhaps
	 * by itself, if the client has sent it twice.
	 * @param now the time
	 * @return whether it does
	 */
	boolean goesOn(long now) {
		return this.waiter.terms().triesOnce() ? this.doubtful : now < this.waiter.deadline();
	}

}
