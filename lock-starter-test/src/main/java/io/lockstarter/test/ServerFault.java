package io.lockstarter.test;

import io.lockstarter.store.StoreException.Outcome;

/** Names the ways in which the lock server of a test can fail. */
public enum ServerFault {

	/**
	 * No command arrives. A caller tries again until its wait time ends, and receives a
	 * {@link io.lockstarter.LockServerException} then.
	 */
	UNREACHABLE(Outcome.NOT_APPLIED, "the lock server of the test is unreachable"),

	/**
	 * Every command is applied, and its reply is lost. A caller cannot know whether it
	 * has the lock. The library removes such a lock in the background.
	 */
	LOST_REPLIES(Outcome.UNKNOWN, "the lock server of the test has applied the command, but its reply was lost"),

	/**
	 * The server refuses every command, and would refuse it again. A caller receives a
	 * {@link io.lockstarter.LockServerException} at once.
	 */
	REFUSED(Outcome.REFUSED, "the lock server of the test refuses all commands");

	private final Outcome outcome;

	private final String reason;

	ServerFault(Outcome outcome, String reason) {
		this.outcome = outcome;
		this.reason = reason;
	}

	Outcome outcome() {
		return this.outcome;
	}

	String reason() {
		return this.reason;
	}

}
