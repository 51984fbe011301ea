package io.lockstarter.core;

/**
 * What is broken on purpose, in the model and never in the library, to show that a
 * promise that breaks is seen.
 */
enum SimulationFlaw {

	/** Nothing. */
	NONE(""),

	/** A release takes the key from whoever has it. */
	RELEASE_WITHOUT_COMPARING("P1.*"),

	/** A renewal prolongs the key for whoever has it, and says that it is ours. */
	RENEWAL_WITHOUT_COMPARING("P4.*"),

	/** A renewal sets the ttl that it was sent with, also if that is less (rule A). */
	RENEWAL_SHORTENS("P1.*"),

	/** A fencing number is the last one plus one, whatever the time. */
	FENCE_BY_INCREMENT("P9.*"),

	/** The counter goes up by one for a block of fencing numbers. */
	FENCE_BLOCKS_OVERLAP("P9.*"),

	/** A hold counts from the reply. */
	VALIDITY_FROM_REPLY("P1.*"),

	/** Clocks of instances are slower than the margin allows. */
	DRIFT_PAST_MARGIN("P1.*"),

	/** A key that is taken does not expire. */
	NO_EXPIRY("P3.*"),

	/** Who stands in the queue is forgotten when the key is passed on. */
	QUEUE_IS_FORGOTTEN("(E: |a free key).*"),

	/** An instance is sent a grant, and passed over since nobody was counted. */
	PASSED_OVER_AFTER_MESSAGE("(P1|P6).*"),

	/** A release wakes two instances. */
	RELEASE_WAKES_TWO("P6.*"),

	/** A command that is not answered fails long after its time-out. */
	LATE_TIME_OUT("P5.*"),

	/** What is swept stays for a long time instead. */
	SWEEP_PROLONGS("P7.*"),

	/** A caller that gives up does not say so. */
	CALLER_IS_FORGOTTEN("P8.*"),

	/** A loss is told to nobody. */
	LOSS_IS_NOT_TOLD("P4.*");

	/** The promise that breaks by it, as a pattern. */
	final String breaks;

	SimulationFlaw(String breaks) {
		this.breaks = breaks;
	}

}
