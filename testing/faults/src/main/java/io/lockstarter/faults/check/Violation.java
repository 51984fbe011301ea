package io.lockstarter.faults.check;

/**
 * A violation of an invariant.
 *
 * @param invariant the invariant
 * @param at the time on the clock of the history
 * @param key the key of the lock
 * @param text what happened
 */
public record Violation(Invariant invariant, long at, String key, String text) {

	@Override
	public String toString() {
		return "(" + this.invariant.letter() + ") at " + this.at + " on " + this.key + ": " + this.text;
	}

}
