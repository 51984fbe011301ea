package io.lockstarter.redlock;

/**
 * Lists faults that are injected on purpose, to show that the simulation finds them.
 */
enum SimulatedFlaw {

	NONE(""),

	/** Half of the nodes count as a majority. */
	HALF_IS_A_MAJORITY("P1.*"),

	/** A hold starts with the reply: the duration of the command is not subtracted. */
	VALIDITY_FROM_REPLY("P1.*"),

	/** A node that forgot its locks is asked for locks at once. */
	RESTART_IS_NOT_NOTICED("P1.*"),

	/** Clocks of instances are slower than the drift factor allows. */
	DRIFT_PAST_MARGIN("P1.*"),

	/** A release is sent only to nodes that confirmed the lock. */
	RELEASE_ONLY_WHERE_GRANTED("P7.*"),

	/** A command without a reply is sent again over the next connection. */
	COMMANDS_ARE_RESENT("P7.*"),

	/** Nodes ignore the fencing number of a release. */
	FENCE_STAYS_BEHIND("P9.*"),

	/** Time-outs run late. */
	LATE_TIME_OUT("P5.*");

	/** The pattern of the promise that it breaks. */
	final String breaks;

	SimulatedFlaw(String breaks) {
		this.breaks = breaks;
	}

}
