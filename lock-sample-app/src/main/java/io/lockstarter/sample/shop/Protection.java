package io.lockstarter.sample.shop;

import io.lockstarter.LockHandle;
import org.jspecify.annotations.Nullable;

/**
 * What stands between two buyers.
 *
 * @param way how it is bought
 * @param lock the lock, where there is one
 */
record Protection(Way way, @Nullable LockHandle lock) {

	static Protection none() {
		return new Protection(Way.NONE, null);
	}

	/**
	 * Throws when the lock was lost. With a fence nothing is checked before the write:
	 * whatever is checked then, a pause can follow it. The database has the last word.
	 */
	void check() {
		if (this.lock != null && this.way != Way.FENCED) {
			this.lock.ensureHeld();
		}
	}

	/** The number that the database compares, where there is one. */
	@Nullable Long fence() {
		return (this.lock != null && this.lock.fence().isPresent()) ? this.lock.fence().getAsLong() : null;
	}

}
