package io.lockstarter.faults.check;

import java.util.List;

/**
 * Holds the result of the checks.
 *
 * @param violations all violations, promised or not
 * @param promised the promises that apply to this run, kept or broken
 */
public record CheckResult(List<Violation> violations, Promises promised) {

	/** Returns the violations of an invariant, promised or not. */
	public List<Violation> of(Invariant invariant) {
		return this.violations.stream().filter((violation) -> violation.invariant() == invariant).toList();
	}

	/** Returns true if the invariant is promised. */
	public boolean promises(Invariant invariant) {
		return this.promised.exclusive() || (invariant != Invariant.EXCLUSION && invariant != Invariant.COUNTER);
	}

	/** Returns the violations that break a promise. */
	public List<Violation> broken() {
		return this.violations.stream().filter((violation) -> promises(violation.invariant())).toList();
	}

}
