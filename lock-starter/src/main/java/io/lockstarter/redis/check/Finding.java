package io.lockstarter.redis.check;

/**
 * Describes a problem of a server that affects locks.
 *
 * @param severity the severity
 * @param problem the problem, as a sentence
 * @param fix the fix, as a sentence
 */
public record Finding(Severity severity, String problem, String fix) {

	/**
	 * Returns whether locks can be lost or cannot be acquired.
	 * @return whether it is more than advice
	 */
	public boolean isDangerous() {
		return this.severity == Severity.DANGEROUS;
	}

	@Override
	public String toString() {
		return this.problem + " " + this.fix;
	}

	static Finding dangerous(String problem, String fix) {
		return new Finding(Severity.DANGEROUS, problem, fix);
	}

	static Finding advice(String problem, String fix) {
		return new Finding(Severity.ADVICE, problem, fix);
	}

	/** The severity of a finding. */
	public enum Severity {

		/** Locks can be lost, or cannot be acquired now or after a failure. */
		DANGEROUS,

		/** Locks work, but the server could be configured better. */
		ADVICE

	}

}
