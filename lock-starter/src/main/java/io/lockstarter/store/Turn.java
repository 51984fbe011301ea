package io.lockstarter.store;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of {@link LockStore#giveWay}.
 *
 * @param released the outcome if it was to be released; {@code null} if no other instance
 * waits, and the key is still ours with a full ttl
 * @param place the place of our next token in the queue; {@code null} if it is not there
 * @param unseen whether the store cannot tell if other instances wait: they get their
 * turn only while we do not ask
 */
public record Turn(@Nullable ReleaseReply released, @Nullable QueuePlace place, boolean unseen) {

	/** It is still ours. */
	public static final Turn KEPT = new Turn(null, null);

	/**
	 * The outcome on a store that knows which instances wait.
	 * @param released the outcome if it was to be released
	 * @param place the place of our next token in the queue
	 */
	public Turn(@Nullable ReleaseReply released, @Nullable QueuePlace place) {
		this(released, place, false);
	}

	/** It is not, and our next token is not in the queue. */
	public static Turn over(ReleaseReply released) {
		return new Turn(released, null);
	}

	/**
	 * Whether our next token is in the queue.
	 * @return whether it is
	 */
	public boolean queued() {
		return this.place != null;
	}

}
