package io.lockstarter.autoconfigure;

import io.lockstarter.LockException;

/** It is not known where to keep the locks. */
public final class NoLockStoreException extends LockException {

	private final String problem;

	private final String fix;

	NoLockStoreException(String problem, String fix) {
		super(problem + " " + fix, null);
		this.problem = problem;
		this.fix = fix;
	}

	/**
	 * What is missing, or what there is too much of.
	 * @return the problem
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * What to do about it.
	 * @return the fix
	 */
	public String fix() {
		return this.fix;
	}

}
