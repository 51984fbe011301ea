package io.lockstarter.errors;

import io.lockstarter.errors.Section.Row;

/**
 * Holds the message that the user of a row reads.
 *
 * @param row the wrong input
 * @param problem the problem
 * @param fix the fix; empty if it is part of the problem
 */
record Refusal(Row row, String problem, String fix) {

	/** Returns the message as the page shows it. */
	String message() {
		return this.fix.isEmpty() ? this.problem : this.problem + "\nFix: " + this.fix;
	}

}
