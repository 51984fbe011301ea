package io.lockstarter.faults.check;

import java.util.List;

/**
 * All that was found.
 *
 * @param violations everything that must not be where locks exclude each other
 * @param terms what was promised
 */
public record Verdict(List<Violation> violations, Terms terms) {

	/** How often an invariant was broken, promised or not. */
	public List<Violation> of(Invariant invariant) {
		return this.violations.stream().filter((violation) -> violation.invariant() == invariant).toList();
	}

	/** Whether an invariant is promised. */
	public boolean promises(Invariant invariant) {
		return this.terms.exclusive() || (invariant != Invariant.EXCLUSION && invariant != Invariant.COUNTER);
	}

	/** What breaks a promise. */
	public List<Violation> broken() {
		return this.violations.stream().filter((violation) -> promises(violation.invariant())).toList();
	}

}
