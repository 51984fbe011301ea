package io.lockstarter.lane;

import io.lockstarter.store.Release;

/** Defines what to send after a holder has released its lock. */
public sealed interface ReleaseStep {

	/**
	 * Release the key: no caller here waits for it.
	 *
	 * @param release the release to send
	 */
	record Send(Release release) implements ReleaseStep {
	}

	/**
	 * Give way to other instances, and queue behind them for a caller that waits here:
	 * rule E (giving way).
	 *
	 * @param release the release to repeat if this command fails
	 * @param ttl the ttl with which the key stays ours if no other instance waits, in
	 * nanoseconds; zero: it must be released
	 * @param next the attempt with which the lane queues
	 */
	record GiveWay(Release release, long ttl, AcquireStep.Attempt next) implements ReleaseStep {
	}

	/**
	 * Turn the hold of a writer into that of a reader: its remaining entries need only
	 * the read lock.
	 *
	 * @param notBefore the end of the minimum hold of the writer
	 */
	record Downgrade(long notBefore) implements ReleaseStep {
	}

	/** Nothing needs to be sent. */
	enum Done implements ReleaseStep {

		/** The hold was lost, or it has other entries. */
		STAY,

		/** The lease goes to another caller of this instance. */
		HANDED_ON

	}

}
