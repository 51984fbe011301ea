package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Event;
import org.jspecify.annotations.Nullable;

/**
 * One hold, as its holder has seen it.
 *
 * @param asked the holder asks
 * @param got the holder has it
 * @param heldUntil the last time before which it was said to be held; before {@code got}
 * if never
 * @param lapsed the holder finds that it is not held any more; null if it never did
 * @param told the holder is told of the loss; null if it never was
 */
record Hold(Event asked, Event got, long heldUntil, @Nullable Event lapsed, @Nullable Event told) {

	String key() {
		return this.got.key();
	}

	String id() {
		return this.got.hold();
	}

	long fence() {
		return this.got.number("fence");
	}

	/** Whether there was a time at which it was certainly valid. */
	boolean wasValid() {
		return this.heldUntil >= this.got.at();
	}

	Hold heldAt(long at) {
		return new Hold(this.asked, this.got, Math.max(this.heldUntil, at), this.lapsed, this.told);
	}

	Hold lapsedBy(Event event) {
		return new Hold(this.asked, this.got, this.heldUntil, event, this.told);
	}

	Hold toldBy(Event event) {
		return new Hold(this.asked, this.got, this.heldUntil, this.lapsed, event);
	}

	@Override
	public String toString() {
		return id() + " [" + this.got.at() + " to " + this.heldUntil + "]";
	}

}
