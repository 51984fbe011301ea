package io.lockstarter.simulation;

/**
 * A flaw that is built into the model on purpose, never into the library. It proves that
 * a broken promise is detected.
 */
public enum SimulationFlaw {

	/** No flaw. */
	NONE(""),

	/** A release takes the key from any holder. */
	RELEASE_WITHOUT_COMPARING("P1.*"),

	/** A renewal prolongs the key of any holder, and replies that it is ours. */
	RENEWAL_WITHOUT_COMPARING("P4.*"),

	/**
	 * A renewal sets its ttl even if it is shorter, against rule A (no shorter ttl).
	 */
	RENEWAL_SHORTENS("P1.*"),

	/** A fencing number is the last one plus one, and does not depend on the time. */
	FENCE_BY_INCREMENT("P9.*"),

	/** The counter goes up by one for a block of fencing numbers. */
	FENCE_BLOCKS_OVERLAP("P9.*"),

	/** The validity of a hold counts from the reply. */
	VALIDITY_FROM_REPLY("P1.*"),

	/** Clocks of instances are slower than the margin allows. */
	DRIFT_PAST_MARGIN("P1.*"),

	/** A key that is taken does not expire. */
	NO_EXPIRY("P3.*"),

	/** The queue is lost when the key is granted. */
	QUEUE_IS_FORGOTTEN("(E: |a free key).*"),

	/** An instance receives a grant, and is skipped since no subscriber was counted. */
	SKIPPED_AFTER_MESSAGE("(P1|P6).*"),

	/** A release wakes two instances. */
	RELEASE_WAKES_TWO("P6.*"),

	/** A command without a reply fails long after its time-out. */
	LATE_TIME_OUT("P5.*"),

	/** A sweep prolongs the key for a long time. */
	SWEEP_PROLONGS("P7.*"),

	/** A caller that gives up is not removed from its lane. */
	CALLER_IS_FORGOTTEN("P8.*"),

	/** A slice lasts longer than its setting. */
	SLICE_WITHOUT_END("E: .*out of turn.*"),

	/** A head that should wake up at the end of a slice sleeps on. */
	SLEEP_PAST_SLICE("all callers are served.*"),

	/** A waiter that becomes the head while a lease is offered is not signaled. */
	NEW_HEAD_SLEEPS("all callers are served.*"),

	/** A loss is not reported. */
	LOSS_IS_NOT_REPORTED("P4.*");

	/** The promise that the flaw breaks, as a pattern. */
	public final String breaks;

	SimulationFlaw(String breaks) {
		this.breaks = breaks;
	}

}
