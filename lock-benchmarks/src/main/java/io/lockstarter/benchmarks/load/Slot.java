package io.lockstarter.benchmarks.load;

/**
 * The numbers in shared memory. Times are {@link System#nanoTime()}, one clock for all.
 */
public enum Slot {

	/** Raised in the section, without protection of its own. */
	COUNTER,

	/** Who is inside the section, or 0. */
	INSIDE,

	/** How often somebody was not alone in the section. */
	OVERLAPS,

	/** How many have begun to ask for the lock. */
	ASKING,

	/** When the waiter began to ask. */
	ASKED_AT,

	/** When the holder began to release. */
	RELEASED_AT,

	/** Where two JVMs are in their hand-offs. */
	STEP

}
