package io.lockstarter.store;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of {@link LockStore#giveWay}.
 *
 * @param released the outcome if it was to be released; {@code null} if no other instance
 * waits, and the key is still ours with a full ttl
 * @param queued whether our next token stands in the queue now
 */
public record Turn(@Nullable ReleaseReply released, boolean queued) {

	/** It is still ours. */
	public static final Turn KEPT = new Turn(null, false);

	/** It is not, and we do not stand in the queue. */
	public static Turn over(ReleaseReply released) {
		return new Turn(released, false);
	}

}
