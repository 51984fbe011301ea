package io.lockstarter.faults.check;

/**
 * Something that must not be.
 *
 * @param invariant what it breaks
 * @param at when, on the history's clock
 * @param key the key that it is about
 * @param text what happened
 */
public record Violation(Invariant invariant, long at, String key, String text) {

	@Override
	public String toString() {
		return "(" + this.invariant.letter() + ") at " + this.at + " on " + this.key + ": " + this.text;
	}

}
