package io.lockstarter.redis.check;

/**
 * Something about a server that is bad for locks.
 *
 * @param severity how bad it is
 * @param problem what it is, as a sentence
 * @param fix what to do about it, as a sentence
 */
public record Finding(Severity severity, String problem, String fix) {

	/**
	 * Whether locks can be lost or cannot be had.
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

	/** How bad a finding is. */
	public enum Severity {

		/** Locks can be lost, or cannot be had, or not for long after a failure. */
		DANGEROUS,

		/** It works, but could be better. */
		ADVICE

	}

}
