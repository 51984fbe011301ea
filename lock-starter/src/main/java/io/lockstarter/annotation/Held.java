package io.lockstarter.annotation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lockstarter.LockHandle;
import io.lockstarter.OnLost;
import io.lockstarter.internal.InternalHandle;

/**
 * One hold of a call.
 *
 * @param handle the hold
 * @param onLost what its loss means to the call
 */
record Held(LockHandle handle, OnLost onLost) {

	/** Whether its loss makes void what was done under it. */
	boolean isEssential() {
		return this.onLost != OnLost.IGNORE;
	}

	/** Whether its loss is to be felt at once. */
	boolean isUrgent() {
		return this.onLost == OnLost.INTERRUPT;
	}

	void ensureNotLost() {
		if (!isEssential()) {
			return;
		}
		try {
			this.handle.ensureHeld();
		}
		catch (IllegalStateException ex) {
			// Released by the method itself: given up, not lost.
		}
	}

	/**
	 * Ends one use of it.
	 * @param last whether it is to be released
	 */
	void end(boolean last) {
		if (!last) {
			ensureNotLost();
		}
		else if (isEssential()) {
			this.handle.close();
		}
		else {
			this.handle.release();
		}
	}

	/** Releases it without waiting for the lock server; fails if it was lost. */
	CompletionStage<Void> endAsync() {
		CompletionStage<Void> closed;
		try {
			closed = InternalHandle.closeAsync(this.handle);
		}
		catch (RuntimeException ex) {
			closed = CompletableFuture.failedStage(ex);
		}
		return isEssential() ? closed : closed.exceptionally((lost) -> null);
	}

}
