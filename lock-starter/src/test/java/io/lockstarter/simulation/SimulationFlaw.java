package io.lockstarter.simulation;

import io.lockstarter.LockType;
import org.jspecify.annotations.Nullable;

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
	LOSS_IS_NOT_REPORTED("P4.*"),

	// --- fair, read/write and semaphore locks

	/** No flaw, with fair locks. */
	NO_FLAW_FAIR("", LockType.FAIR),

	/** No flaw, with read/write locks. */
	NO_FLAW_READ_WRITE("", LockType.READ),

	/** No flaw, with semaphores. */
	NO_FLAW_SEMAPHORE("", LockType.SEMAPHORE),

	/** A set of holders expires with the score that was written last. */
	EXPIRY_OF_LAST_SCORE("P1.*", LockType.READ),

	/**
	 * A request that repeats raises the time of its token, but not the expiry of the
	 * queue.
	 */
	REFRESH_WRITES_ONLY_ALIVE("Q: .*", LockType.FAIR),

	/** A request that repeats admits no waiter. */
	REFRESH_DOES_NOT_ADMIT("(a free key|all callers|the schedule).*", LockType.FAIR),

	/** A waiter sleeps until its wait time ends. */
	SLEEPS_TOO_LONG("(a free key|all callers|the schedule).*", LockType.FAIR),

	/** A dead waiter at the head keeps its place although the next one fits. */
	DEAD_HEAD_BLOCKS("(a free key|all callers|the schedule).*", LockType.READ),

	/** A kept writer counts as a reader. */
	KEPT_WITHOUT_MODE("M: .*", LockType.READ),

	/** A release finds no writer that has become a reader. */
	RELEASE_UNDER_ONE_LETTER("P[47].*", LockType.READ),

	/** A waiter removes the tokens of other callers of its instance. */
	LEFTOVER_CHECK_PER_LANE("P[14].*", LockType.READ),

	/** The validity of a granted claim counts from the message. */
	VALIDITY_FROM_MESSAGE("P1.*", LockType.FAIR),

	/** A waiter receives a grant, and the lock is granted to the next one. */
	PASSED_OVER_AFTER_TELLING("P1.*", LockType.FAIR),

	/** A request that finds its own token does not raise the expiry. */
	OURS_WITHOUT_RAISING("P1.*", LockType.FAIR),

	/** Callers of an instance pass a claim to each other for too long. */
	TURN_WITHOUT_END("E: a claim is handed on.*", LockType.SEMAPHORE),

	/** The driver of a waiter does not notice that its caller has moved. */
	DRIVER_KEEPS_LANE("(a free key|all callers|the schedule|P[15]).*", LockType.SEMAPHORE),

	/** A writer counts as a writer until the reply to its downgrade. */
	MODE_CHANGES_AFTER_REPLY("P1.*", LockType.READ),

	// --- callers that do not block

	/** No flaw, with callers that do not block. */
	NO_FLAW_ASYNC("", true),

	/** No flaw, with callers of read/write locks that do not block. */
	NO_FLAW_ASYNC_READ_WRITE("", LockType.READ, true),

	/** No flaw, with callers of fair locks that do not block. */
	NO_FLAW_ASYNC_FAIR("", LockType.FAIR, true),

	/** No flaw, with callers of semaphores that do not block. */
	NO_FLAW_ASYNC_SEMAPHORE("", LockType.SEMAPHORE, true),

	/** The run of a waiter that was signaled is lost. */
	SIGNAL_IS_LOST("(a free key|all callers|P5).*", true),

	/** The stage of a command without a reply never completes. */
	STAGE_NEVER_COMPLETES("(a free key|all callers|P5|P8).*", true),

	/** A caller cancels its future, and its waiter does not notice. */
	CANCELLATION_IS_LOST("a lock that nobody received.*", true),

	/** A lock that is granted before the cancellation is not taken back. */
	UNDELIVERED_HOLD_IS_KEPT("a lock that nobody received.*", true),

	/** A result is delivered twice. The second delivery finds the future completed. */
	RESULT_IS_DELIVERED_TWICE("P1.*", true),

	/** Tasks for workers and results run on the thread of the client. */
	TASKS_RUN_ON_CLIENT_THREAD("N: .*", true);

	/** The promise that the flaw breaks, as a pattern. */
	public final String breaks;

	/** The type of the locks; {@code null} for exclusive locks. */
	public final @Nullable LockType claims;

	/** Whether most callers do not block. */
	public final boolean async;

	SimulationFlaw(String breaks) {
		this(breaks, null, false);
	}

	SimulationFlaw(String breaks, boolean async) {
		this(breaks, null, async);
	}

	SimulationFlaw(String breaks, LockType claims) {
		this(breaks, claims, false);
	}

	SimulationFlaw(String breaks, @Nullable LockType claims, boolean async) {
		this.breaks = breaks;
		this.claims = claims;
		this.async = async;
	}

	/** Returns the same kind of locks and callers without a flaw. */
	SimulationFlaw without() {
		if (this.claims == null) {
			return this.async ? NO_FLAW_ASYNC : NONE;
		}
		return switch (this.claims) {
			case FAIR -> this.async ? NO_FLAW_ASYNC_FAIR : NO_FLAW_FAIR;
			case SEMAPHORE -> this.async ? NO_FLAW_ASYNC_SEMAPHORE : NO_FLAW_SEMAPHORE;
			default -> this.async ? NO_FLAW_ASYNC_READ_WRITE : NO_FLAW_READ_WRITE;
		};
	}

}
