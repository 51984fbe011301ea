package io.lockstarter.benchmarks.load;

/**
 * Lists the numbers in shared memory. Times are {@link System#nanoTime()}, which all JVMs
 * share.
 */
public enum Slot {

	/** Incremented in the critical section. Only the lock protects it. */
	COUNTER,

	/** The number of the thread in the critical section, or 0. */
	INSIDE,

	/** The number of overlaps in the critical section. */
	OVERLAPS,

	/** The number of threads that have requested the lock. */
	REQUESTS,

	/** The time of the request of the waiter. */
	REQUESTED_AT,

	/** The time at which the holder called release. */
	RELEASED_AT,

	/** The current step of the hand-off between two JVMs. */
	STEP,

	/**
	 * The holders of a lock that may have several; a holder that is alone counts more.
	 */
	HOLDERS

}
