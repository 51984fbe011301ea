package io.lockstarter.sample.shop;

import io.lockstarter.LockHandle;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a purchase, if it has one.
 *
 * @param mode the kind of lock
 * @param lock the lock, or null without a lock
 */
public record Protection(PurchaseMode mode, @Nullable LockHandle lock) {

	static Protection none() {
		return new Protection(PurchaseMode.NONE, null);
	}

	/**
	 * Throws if the lock was lost. A fenced purchase is not checked here: a pause can
	 * follow every check. The database checks its fencing number with the write.
	 */
	void check() {
		if (this.lock != null && this.mode != PurchaseMode.FENCED) {
			this.lock.ensureHeld();
		}
	}

	/** Returns the fencing number that the database compares, or null without one. */
	@Nullable Long fencingNumber() {
		return (this.lock != null && this.lock.fencingNumber().isPresent()) ? this.lock.fencingNumber().getAsLong()
				: null;
	}

}
