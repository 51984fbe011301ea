package io.lockstarter.core;

/** What a waiter's driver is to do next. */
sealed interface Step permits Attempt, Step.Prolongation, Step.Sleep, Step.Settled {

	/** The waiter has a hold or was refused. */
	Step SETTLED = new Settled();

	/**
	 * Ask again when signalled, and at this time at the latest.
	 *
	 * @param until the time
	 */
	record Sleep(long until) implements Step {
	}

	/**
	 * Renew a lease that is handed on, since the waiter wants more than is left of it: of
	 * its time, or of its fencing numbers.
	 *
	 * @param lease the lease
	 * @param ttl what is wanted, in nanoseconds
	 * @param fences how many fencing numbers are wanted
	 */
	record Prolongation(HeldLease lease, long ttl, int fences) implements Step {
	}

	/** See {@link #SETTLED}. */
	record Settled() implements Step {
	}

}
