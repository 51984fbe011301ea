package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Event;
import org.jspecify.annotations.Nullable;

/**
 * One hold, as its holder has seen it.
 *
 * @param requested the request of the caller
 * @param acquired the acquisition
 * @param heldUntil the last time at which {@code isHeld} returned true; before
 * {@code acquired} if never
 * @param foundLost {@code isHeld} returned false; null if it never did
 * @param notified the holder was notified of the loss; null if it never was
 */
record Hold(Event requested, Event acquired, long heldUntil, @Nullable Event foundLost, @Nullable Event notified) {

	String key() {
		return this.acquired.key();
	}

	String id() {
		return this.acquired.hold();
	}

	long fence() {
		return this.acquired.number("fence");
	}

	/** Returns true if the hold was certainly valid at some time. */
	boolean wasValid() {
		return this.heldUntil >= this.acquired.at();
	}

	Hold heldAt(long at) {
		return new Hold(this.requested, this.acquired, Math.max(this.heldUntil, at), this.foundLost, this.notified);
	}

	Hold foundLostBy(Event event) {
		return new Hold(this.requested, this.acquired, this.heldUntil, event, this.notified);
	}

	Hold notifiedBy(Event event) {
		return new Hold(this.requested, this.acquired, this.heldUntil, this.foundLost, event);
	}

	@Override
	public String toString() {
		return id() + " [" + this.acquired.at() + " to " + this.heldUntil + "]";
	}

}
