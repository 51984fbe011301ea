package io.lockstarter.store;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of {@link LockStore#contend}.
 *
 * @param holder the holder of the key; {@code null} if we have it now
 * @param place the place of our token in the queue; {@code null} if it is not in the
 * queue. From the queue, the token may be granted the key at any time
 */
public record Contention(@Nullable Holder holder, @Nullable QueuePlace place) {

	/** We have the key. */
	public static final Contention WON = new Contention(null, null);

	/**
	 * Creates the outcome without a place in the queue: another token has the key.
	 * @param holder the holder of the key
	 */
	public Contention(Holder holder) {
		this(holder, null);
	}

	/**
	 * Returns whether our token is in the queue.
	 * @return whether it is
	 */
	public boolean queued() {
		return this.place != null;
	}

}
