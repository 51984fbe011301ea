package io.lockstarter.store;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of {@link LockStore#giveWay}.
 *
 * @param released the outcome of the release; {@code null} if no other instance waits,
 * and the key is still ours with a full ttl
 * @param place the place of our next token in the queue; {@code null} if it is not there
 * @param unseen whether the store does not know if other instances wait: then they get
 * their turn only while we do not ask
 */
public record GiveWayReply(@Nullable ReleaseReply released, @Nullable QueuePlace place, boolean unseen) {

	/** The key is still ours. */
	public static final GiveWayReply KEPT = new GiveWayReply(null, null);

	/**
	 * Creates the outcome of a store that knows which instances wait.
	 * @param released the outcome of the release, or {@code null}
	 * @param place the place of our next token in the queue
	 */
	public GiveWayReply(@Nullable ReleaseReply released, @Nullable QueuePlace place) {
		this(released, place, false);
	}

	/**
	 * Returns the outcome of a release after which our next token is not in the queue.
	 */
	public static GiveWayReply over(ReleaseReply released) {
		return new GiveWayReply(released, null);
	}

	/**
	 * Returns whether our next token is in the queue.
	 * @return whether it is
	 */
	public boolean queued() {
		return this.place != null;
	}

}
