package io.lockstarter.store;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of {@link LockStore#contend}.
 *
 * @param holder who has the key; {@code null} if we have it now
 * @param queued whether our token stands in the queue now: it may be granted at any time
 */
public record Contention(@Nullable Holder holder, boolean queued) {

	/** We have it. */
	public static final Contention WON = new Contention(null, false);

	/**
	 * Another has it, and we do not queue.
	 * @param holder who has it
	 */
	public Contention(Holder holder) {
		this(holder, false);
	}

}
