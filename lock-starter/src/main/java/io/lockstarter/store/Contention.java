package io.lockstarter.store;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of {@link LockStore#contend}.
 *
 * @param holder who has the key; {@code null} if we have it now
 * @param place the place of our token in the queue, which may be granted the key at any
 * time; {@code null} if it is not in the queue
 */
public record Contention(@Nullable Holder holder, @Nullable QueuePlace place) {

	/** We have it. */
	public static final Contention WON = new Contention(null, null);

	/**
	 * Another has it, and we do not queue.
	 * @param holder who has it
	 */
	public Contention(Holder holder) {
		this(holder, null);
	}

	/**
	 * Whether our token is in the queue.
	 * @return whether it is
	 */
	public boolean queued() {
		return this.place != null;
	}

}
