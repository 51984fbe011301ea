package io.lockstarter.store;

import io.lockstarter.LockType;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of {@link LockStore#contend}.
 *
 * @param holder the holder of the key; {@code null} if we have it now
 * @param place the place of our token in the queue; {@code null} if it is not in the
 * queue. From the queue, the token may be granted the key at any time
 * @param fence the fencing number that was taken for the {@link Claim} in the token, or
 * zero
 * @param conflict the type of the locks that use the key, if our token is for a type that
 * cannot share the key with them; otherwise {@code null}
 */
public record Contention(@Nullable Holder holder, @Nullable QueuePlace place, long fence, @Nullable LockType conflict) {

	/** We have the key. */
	public static final Contention WON = new Contention(null, null);

	/**
	 * Creates an outcome without a fencing number.
	 * @param holder the holder of the key, or {@code null}
	 * @param place the place in the queue, or {@code null}
	 */
	public Contention(@Nullable Holder holder, @Nullable QueuePlace place) {
		this(holder, place, 0, null);
	}

	/**
	 * Creates the outcome without a place in the queue: another token has the key.
	 * @param holder the holder of the key
	 */
	public Contention(Holder holder) {
		this(holder, null);
	}

	/**
	 * Returns the outcome that we have the key.
	 * @param fence the fencing number that was taken, or zero
	 * @return the outcome
	 */
	public static Contention won(long fence) {
		return (fence == 0) ? WON : new Contention(null, null, fence, null);
	}

	/**
	 * Returns the outcome that locks of another type use the key.
	 * @param type their type
	 * @return the outcome
	 */
	public static Contention conflict(LockType type) {
		return new Contention(null, null, 0, type);
	}

	/**
	 * Returns whether our token is in the queue.
	 * @return whether it is
	 */
	public boolean queued() {
		return this.place != null;
	}

}
