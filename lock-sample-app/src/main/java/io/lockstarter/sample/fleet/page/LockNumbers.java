package io.lockstarter.sample.fleet.page;

/**
 * Shows the meters of the locks of one instance.
 *
 * @param instance the instance
 * @param waiters the callers that wait now
 * @param holds the locks that it holds now
 * @param acquired the number of acquisitions
 * @param meanWait the mean time of an acquisition, in seconds
 * @param longestWait the longest recent time of an acquisition, in seconds
 * @param meanHold the mean time of a hold, in seconds
 * @param losses the number of lost locks
 */
record LockNumbers(String instance, long waiters, long holds, long acquired, double meanWait, double longestWait,
		double meanHold, long losses) {
}
