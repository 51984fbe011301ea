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
	 * Renew a lease that is handed on, since the waiter wants more than is left of it.
	 *
	 * @param lease the lease
	 * @param ttl what is wanted, in nanoseconds
	 */
	record Prolongation(HeldLease lease, long ttl) implements Step {
	}

	/** See {@link #SETTLED}. */
	record Settled() implements Step {
	}

}
